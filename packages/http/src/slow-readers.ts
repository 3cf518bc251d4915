import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Connections, cutOff } from './connections';

export interface ReadingRate {
  /** Milliseconds over which the rate is averaged. */
  readonly window: number;
  /** Min bytes per second that a client must read while data is pending. */
  readonly minRate: number;
}

const CHECKS_PER_WINDOW = 10;

interface Wait {
  readonly since: number;
  readonly delivered: number;
}

/** A slow reader holds a connection and its resources. If no bytes are pending, the service is the slow side. */
export function cutOffSlowReaders(
  server: Server,
  connections: Connections,
  { window = 60_000, minRate = 8_000 }: Partial<ReadingRate> = {},
): void {
  const waits = new WeakMap<Socket, Wait>();
  const check = () => {
    const now = performance.now();
    for (const [socket, responses] of connections) {
      const delivered = socket.bytesWritten - socket.writableLength;
      const wait = waits.get(socket);
      if (socket.writableLength === 0) waits.delete(socket);
      else if (wait === undefined) waits.set(socket, { since: now, delivered });
      else if (now - wait.since < window) continue;
      else if (delivered - wait.delivered < (minRate * window) / 1_000) {
        for (const response of responses) cutOff(response, 'slow reader');
        socket.destroy();
      } else waits.set(socket, { since: now, delivered });
    }
  };
  const timer = setInterval(check, window / CHECKS_PER_WINDOW).unref();
  server.once('close', () => clearInterval(timer));
}
