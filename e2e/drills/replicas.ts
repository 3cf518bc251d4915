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
  const group = new ReplicaGroup(() => startService(name, env, cleanup));
  for (let started = 0; started < count; started++) await group.add();
  const url = await startBalancer(() => group.urls, cleanup);
  return {
    url,
    replace: () => group.replace(),
    kill: () => group.kill(),
    stopFor: duration => group.stopFor(duration),
  };
}

/** Replicas, oldest first. */
class ReplicaGroup {
  #replicas: Service[] = [];

  constructor(private readonly start: () => Promise<Service>) {}

  get urls(): string[] {
    return this.#replicas.map(({ url }) => url);
  }

  async add(): Promise<void> {
    const replica = await this.start();
    this.#replicas = [...this.#replicas, replica];
  }

  async replace(): Promise<number | null> {
    const oldest = this.#replicas[0]!;
    await this.add();
    this.remove(oldest);
    return end('SIGTERM', oldest);
  }

  async kill(): Promise<void> {
    const oldest = this.#replicas[0]!;
    await end('SIGKILL', oldest);
    this.remove(oldest);
    await this.add();
  }

  async stopFor(duration: number): Promise<void> {
    const stopped = this.#replicas;
    this.#replicas = [];
    await Promise.all(stopped.map(replica => end('SIGTERM', replica)));
    await new Promise(resolve => setTimeout(resolve, duration));
    while (this.#replicas.length < stopped.length) await this.add();
  }

  private remove(replica: Service): void {
    this.#replicas = this.#replicas.filter(each => each !== replica);
  }
}

async function end(signal: NodeJS.Signals, replica: Service): Promise<number | null> {
  replica.child.kill(signal);
  await replica.exited;
  return replica.child.exitCode;
}
