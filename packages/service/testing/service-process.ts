import { type ChildProcess, spawn } from 'node:child_process';

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

/** What a service logs once it listens: on a port that the system selected, which nobody else can take before. */
const LISTENING = /"url":"([^"]+)","msg":"listening"/;

/** A service in a process of its own, once its health check answers as it should. */
export async function startServiceProcess(
  { cli, health, until = 200 }: ServiceToStart,
  env: Record<string, string>,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [cli, 'serve'], {
    env: {
      PATH: process.env.PATH,
      ENVIRONMENT: 'test',
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
    // Sooner than a test's time is over: whoever waits no longer would not end it.
    if (attempt === 450 || child.exitCode !== null) {
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
