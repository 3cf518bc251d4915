import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import type { Cleanup } from '../scratch/cleanup.js';

/**
 * A TCP proxy over replicas: each connection goes to the next one that accepts it. `targets` may change at any time;
 * connections that are open stay where they are.
 * @returns the address of the proxy
 */
export async function startBalancer(targets: () => string[], cleanup: Cleanup): Promise<string> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer(client => {
    sockets.add(client);
    client.on('error', () => undefined).on('close', () => sockets.delete(client));
    const urls = targets();
    const order = urls.map((_, index) => urls[(turn + index) % urls.length]!);
    turn += 1;
    forward(client, order);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  cleanup.add(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function forward(client: Socket, [url, ...others]: string[]): void {
  if (url === undefined) {
    client.destroy();
    return;
  }
  const upstream = connect(Number(new URL(url).port), '127.0.0.1');
  let isConnected = false;
  upstream.once('connect', () => {
    isConnected = true;
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', () => (isConnected ? client.destroy() : forward(client, others)));
  upstream.on('close', () => isConnected && client.destroy());
  client.on('close', () => upstream.destroy());
}
