import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connections that are held against a service. */
export interface Crowd {
  readonly size: number;
  /** How many of them the service has closed. */
  closed(): number;
  /** Closes the others. */
  leave(): void;
}

/** Opens connections, a few hundred at a time, and lets `act` do something on each. */
export async function gather(
  url: string,
  size: number,
  act: (socket: Socket, index: number) => void,
): Promise<Crowd> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  let closed = 0;
  while (sockets.length < size) {
    const group = Array.from({ length: Math.min(200, size - sockets.length) }, () =>
      connect(Number(port), hostname),
    );
    await Promise.all(group.map(socket => once(socket, 'connect')));
    for (const socket of group) {
      socket.on('error', () => undefined).on('close', () => (closed += 1));
      act(socket, sockets.push(socket));
    }
  }
  return {
    size,
    closed: () => closed,
    leave() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Sends `text` again and again until the connection closes. */
export function repeat(socket: Socket, text: string, pause: number): void {
  const timer = setInterval(() => socket.write(text), pause);
  socket.on('close', () => clearInterval(timer));
}
