import { type ChildProcess, spawn } from 'node:child_process';
import { startEnvironment } from './run-command-line';

export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Returns everything it has logged. */
  output(): string;
  /** Resolves with the exit code once the process is gone. */
  readonly kill: (signal: NodeJS.Signals) => Promise<number | null>;
}

export interface ServiceToStart {
  /** The built command line; `npm test` builds it first. */
  readonly cli: string;
  /** The path of the health check. */
  readonly health: string;
  /** The health check's status to wait for; defaults to 200. */
  readonly until?: number;
}

/** Logged once the service listens, on a port that the system has selected. */
const LISTENING = /"url":"([^"]+)","msg":"listening"/;

/** Starts a service in a separate process and waits for its health check. */
export async function startServiceProcess(
  { cli, health, until = 200 }: ServiceToStart,
  env: Record<string, string>,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [cli, 'serve'], {
    env: {
      ...startEnvironment(),
      RATE_LIMIT_DEFAULT: 'off',
      ...env,
      PORT: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const exited = new Promise<number | null>(resolve => child.once('exit', resolve));
  let url = '';
  for (let attempt = 0; ; attempt++) {
    url ||= LISTENING.exec(output)?.[1] ?? '';
    const reply = url && (await fetch(url + health).catch(() => null));
    if (reply && reply.status === until) break;
    // Give up before the test times out, because a timed-out test would not stop the process.
    if (attempt === 450 || child.exitCode !== null) {
      child.kill('SIGKILL');
      throw new Error(`The service did not start: ${output}`);
    }
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
