import getPort from 'get-port';
import type { Cleanup } from '../scratch/cleanup.js';
import { type ServiceName, startService } from '../scratch/services.js';
import { startRelay } from './haproxy.js';

export type Replicas = Awaited<ReturnType<typeof startReplicas>>;

/** Two replicas of a service behind one address: each connection goes to the next that accepts it, and stays there. */
export async function startReplicas(name: ServiceName, env: NodeJS.ProcessEnv, cleanup: Cleanup) {
  const ports = [await getPort(), await getPort()];
  const start = (port: number) => startService(name, env, cleanup, { port });
  const running = await Promise.all(ports.map(start));
  const relay = await startRelay(ports, cleanup);
  return {
    url: `http://127.0.0.1:${relay.port}`,
    /** Kills the older replica with SIGKILL and starts another in its place. */
    async kill() {
      const oldest = running.shift()!;
      oldest.child.kill('SIGKILL');
      await oldest.exited;
      running.push(await start(oldest.port));
    },
  };
}
