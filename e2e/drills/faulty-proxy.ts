import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import type { Cleanup } from '../scratch/cleanup.js';

/**
 * What happens to a connection: its next answer is lost with it (`cut`), its next request is answered by a reset
 * and never arrives (`reset`), or what it carries stands still for a while (`delay`).
 */
export type Fault = 'cut' | 'reset' | 'delay';

export interface FaultyProxy {
  readonly port: number;
  /** Lets every other connection that is open meet with the fault. */
  disturb(fault: Fault): void;
}

/** Milliseconds. */
const DELAY = 1_500;

interface Way {
  readonly client: Socket;
  readonly upstream: Socket;
  fault: 'cut' | 'reset' | null;
}

/** A TCP proxy whose connections break as connections do. */
export async function startFaultyProxy(target: string, cleanup: Cleanup): Promise<FaultyProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const ways = new Set<Way>();
  const server = createServer(client => {
    const way: Way = { client, upstream: connect(Number(targetPort), hostname), fault: null };
    ways.add(way);
    client.on('close', () => ways.delete(way));
    join(way);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  cleanup.add(() => {
    for (const way of ways) end(way);
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    disturb(fault) {
      for (const way of [...ways].filter((_, index) => index % 2 === 0)) {
        if (fault === 'delay') standStill(way);
        else way.fault = fault;
      }
    },
  };
}

/** Passes on what either side sends, until the fault of the way. */
function join(way: Way): void {
  const { client, upstream } = way;
  for (const socket of [client, upstream]) {
    socket.on('error', () => end(way)).on('close', () => end(way));
    socket.setNoDelay(true);
  }
  client.on('data', data => {
    if (way.fault === 'reset') {
      client.resetAndDestroy();
      upstream.destroy();
    } else upstream.write(data);
  });
  upstream.on('data', data => {
    if (way.fault === 'cut') end(way);
    else client.write(data);
  });
}

function end({ client, upstream }: Way): void {
  client.destroy();
  upstream.destroy();
}

function standStill({ client, upstream }: Way): void {
  for (const socket of [client, upstream]) {
    socket.pause();
    setTimeout(() => socket.resume(), DELAY);
  }
}
