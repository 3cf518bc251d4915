import { spawn } from 'node:child_process';

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a built command line, with only `env` as its environment. */
export function runCommandLine(
  cli: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<CommandResult> {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { PATH: process.env.PATH, ENVIRONMENT: 'test', ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', data => (stdout += String(data)));
  child.stderr.on('data', data => (stderr += String(data)));
  // A command may exit before it has read its input.
  child.stdin.on('error', () => undefined).end(input);
  return new Promise(resolve => child.once('close', code => resolve({ code, stdout, stderr })));
}
