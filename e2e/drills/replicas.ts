import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Cleanup } from '../scratch/cleanup.js';
import { type Service, type ServiceName, startService } from '../scratch/services.js';

/** Two replicas of a service behind one address. */
export interface Replicas {
  readonly url: string;
  /** Kills the older replica with SIGKILL and starts another in its place. */
  kill(): Promise<void>;
}

export async function startReplicas(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  cleanup: Cleanup,
): Promise<Replicas> {
  const start = () => startService(name, env, cleanup);
  const running = [await start(), await start()];
  return {
    url: await startBalancer(running, cleanup),
    async kill() {
      const [oldest] = running as [Service, ...Service[]];
      oldest.child.kill('SIGKILL');
      await oldest.exited;
      running.shift();
      running.push(await start());
    },
  };
}

/** A TCP proxy: each connection goes to the next replica that accepts it, and stays there. */
async function startBalancer(replicas: readonly Service[], cleanup: Cleanup): Promise<string> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer(client => {
    sockets.add(client);
    client.on('error', () => undefined).on('close', () => sockets.delete(client));
    const first = turn++ % replicas.length;
    forward(client, [...replicas.slice(first), ...replicas.slice(0, first)]);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  cleanup.add(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function forward(client: Socket, [replica, ...others]: readonly Service[]): void {
  if (replica === undefined) {
    client.destroy();
    return;
  }
  const upstream = connect(Number(new URL(replica.url).port), '127.0.0.1');
  let isConnected = false;
  upstream.once('connect', () => {
    isConnected = true;
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', () => (isConnected ? client.destroy() : forward(client, others)));
  upstream.on('close', () => isConnected && client.destroy());
  client.on('close', () => upstream.destroy());
}
