import { spawn } from 'node:child_process';

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Of every process that a test starts: PATH, and the compiled code that the run shares. */
export function startEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, ENVIRONMENT: 'test' };
}

/** Runs a built command line, with only `env` as its environment. */
export function runCommandLine(
  cli: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = '',
): Promise<CommandResult> {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...startEnvironment(), ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', data => (stdout += String(data)));
  child.stderr.on('data', data => (stderr += String(data)));
  // A command may exit before it has read its input.
  child.stdin.on('error', () => undefined).end(input);
  return new Promise(resolve => child.once('close', code => resolve({ code, stdout, stderr })));
}
