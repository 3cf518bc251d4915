import path from 'node:path';
import {
  type CommandResult,
  runCommandLine,
  type ServiceProcess,
  startServiceProcess,
} from '@platform/service/testing';

const cli = path.join(__dirname, '..', 'dist', 'cli.js');

/** A service in a process of its own, once its health answers `until`, 200 unless said. */
export function startProcess(
  env: Record<string, string>,
  { until = 200 } = {},
): Promise<ServiceProcess> {
  return startServiceProcess(
    { cli, health: '/diagnostic/health', until },
    { SESSION_SECRET: 'a session secret that only the tests know', ...env },
  );
}

/** Runs `reporting …args`. */
export function runCommand(
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<CommandResult> {
  return runCommandLine(cli, args, env, input);
}
