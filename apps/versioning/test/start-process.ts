import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

/** The command line as it is built; `npm test` builds it first. */
const cli = path.join(__dirname, '..', 'dist', 'cli.js');

export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything it logged. */
  output(): string;
  /** Resolves with the exit code once the process is gone. */
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, ENVIRONMENT: 'test', ...env };
}

/** A service in a process of its own, once it is healthy. */
export async function startProcess(env: Record<string, string>): Promise<ServiceProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [cli, 'serve'], {
    env: environment({ PORT: String(port), RATE_LIMIT_DEFAULT: 'off', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const exited = new Promise<number | null>(resolve => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt++) {
    const reply = await fetch(`${url}/api/health`).catch(() => null);
    if (reply?.ok) break;
    if (attempt === 100 || child.exitCode !== null) throw new Error(`no service: ${output}`);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  return {
    url,
    child,
    output: () => output,
    kill(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `versioning …args`. */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  try {
    const run = await promisify(execFile)(process.execPath, [cli, ...args], {
      env: environment(env),
    });
    return { code: 0, ...run };
  } catch (error) {
    const { code, stdout, stderr } = error as CommandResult;
    return { code, stdout, stderr };
  }
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
