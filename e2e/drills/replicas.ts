import type { Cleanup } from '../scratch/cleanup.js';
import { type Service, type ServiceName, startService } from '../scratch/services.js';
import { startBalancer } from './balancer.js';

/** Replicas of a service behind one address. */
export interface Replicas {
  url: string;
  /** Starts a new replica, sends calls to it, then stops the oldest one with SIGTERM; resolves with its exit code. */
  replace(): Promise<number | null>;
  /** Kills the oldest replica with SIGKILL and starts another in its place. */
  kill(): Promise<void>;
  /** Stops them all for some milliseconds. */
  stopFor(duration: number): Promise<void>;
}

export async function startReplicas(
  name: ServiceName,
  count: number,
  env: NodeJS.ProcessEnv,
  cleanup: Cleanup,
): Promise<Replicas> {
  let replicas: Service[] = [];
  const start = async () => {
    replicas = [...replicas, await startService(name, env, cleanup)];
  };
  const end = async (signal: NodeJS.Signals, replica: Service) => {
    replica.child.kill(signal);
    await replica.exited;
    return replica.child.exitCode;
  };
  for (let started = 0; started < count; started++) await start();
  const url = await startBalancer(() => replicas.map(replica => replica.url), cleanup);

  return {
    url,
    async replace() {
      const [oldest] = replicas;
      await start();
      replicas = replicas.filter(replica => replica !== oldest);
      return end('SIGTERM', oldest!);
    },
    async kill() {
      const [oldest] = replicas;
      await end('SIGKILL', oldest!);
      replicas = replicas.filter(replica => replica !== oldest);
      await start();
    },
    async stopFor(duration) {
      const stopped = replicas;
      replicas = [];
      await Promise.all(stopped.map(replica => end('SIGTERM', replica)));
      await new Promise(resolve => setTimeout(resolve, duration));
      while (replicas.length < stopped.length) await start();
    },
  };
}
