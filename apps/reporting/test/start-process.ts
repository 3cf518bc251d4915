import path from 'node:path';
import {
  type CommandResult,
  runCommandLine,
  type ServiceProcess,
  startServiceProcess,
} from '@platform/service/testing';

const cli = path.join(__dirname, '..', 'dist', 'cli.js');

/** Starts a service in a separate process, and waits until its health check returns the status `until`. */
export function startProcess(
  env: Record<string, string>,
  { until = 200 } = {},
): Promise<ServiceProcess> {
  return startServiceProcess(
    { cli, health: '/diagnostic/health', until },
    { SESSION_SECRET: 'a session secret that only the tests know', ...env },
  );
}

/** Runs `reporting …args` in a separate process. */
export function runCommand(
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<CommandResult> {
  return runCommandLine(cli, args, env, input);
}
