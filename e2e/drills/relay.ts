import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Cleanup } from '../scratch/cleanup.js';

/** A port that leads to another one, until its network is cut. */
export interface Relay {
  readonly port: number;
  /** Nothing passes any more, in either direction, and no connection is closed. */
  cut(): void;
  /** What was held back passes again. */
  mend(): void;
}

export async function startRelay(to: number, cleanup: Cleanup): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const add = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('data', data => other.write(data));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
    if (isCut) socket.pause();
  };
  const server = createServer(client => {
    const upstream = connect(to, '127.0.0.1');
    add(client, upstream);
    add(upstream, client);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  cleanup.add(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    mend() {
      isCut = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
