import path from 'node:path';
import {
  type CommandResult,
  runCommandLine,
  type ServiceProcess,
  startServiceProcess,
} from '@platform/service/testing';

const cli = path.join(__dirname, '..', 'dist', 'cli.js');

/** Starts a service in a separate process and waits until it is healthy. */
export function startProcess(env: Record<string, string>): Promise<ServiceProcess> {
  return startServiceProcess({ cli, health: '/api/health' }, env);
}

/** Runs `versioning …args`. */
export function runCommand(
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  return runCommandLine(cli, args, env);
}
