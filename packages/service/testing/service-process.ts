import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '@platform/http/testing';

export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything it logged. */
  output(): string;
  /** Resolves with the exit code once the process is gone. */
  readonly kill: (signal: NodeJS.Signals) => Promise<number | null>;
}

export interface ServiceToStart {
  /** Its command line as it is built; `npm test` builds it first. */
  readonly cli: string;
  /** The path of its health check. */
  readonly health: string;
  /** The status of the health check to wait for; 200 unless said. */
  readonly until?: number;
}

/** A service in a process of its own, once its health check answers as it should. */
export async function startServiceProcess(
  { cli, health, until = 200 }: ServiceToStart,
  env: Record<string, string>,
): Promise<ServiceProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [cli, 'serve'], {
    env: {
      PATH: process.env.PATH,
      ENVIRONMENT: 'test',
      PORT: String(port),
      RATE_LIMIT_DEFAULT: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const exited = new Promise<number | null>(resolve => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; ; attempt++) {
    const reply = await fetch(url + health).catch(() => null);
    if (reply?.status === until) break;
    // Sooner than a test's time is over: whoever waits no longer would not end it.
    if (attempt === 250 || child.exitCode !== null) {
      child.kill('SIGKILL');
      throw new Error(`no service: ${output}`);
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
