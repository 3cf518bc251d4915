import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port';

/** A connection to the database that a test can break. */
export interface TcpProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** Drops all packets from now on; connections stay open, and new ones are accepted. */
  hang(): void;
  /** Breaks every connection and refuses new ones. */
  stop(): Promise<void>;
  /** Calls `stop` when a client sends this text. */
  stopAt(text: string): void;
  /** Accepts and forwards connections again. Connections that hung stay dead. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

/** `targetUrl` is read with each connection, since a server that is started again may have another port. */
export async function tcpProxy(targetUrl: string | (() => string)): Promise<TcpProxy> {
  const target = () => new URL(typeof targetUrl === 'string' ? targetUrl : targetUrl());
  const sockets = new Set<Socket>();
  let isHanging = false;
  let lastText: string | null = null;

  const track = (socket: Socket) => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer(client => {
    track(client);
    if (isHanging) return;
    const { port: targetPort, hostname } = target();
    const upstream = track(connect(Number(targetPort || 5432), hostname));
    client.on('data', data => {
      if (lastText !== null && data.includes(lastText)) void stop();
    });
    forward(client, upstream, () => isHanging);
    forward(upstream, client, () => isHanging);
  });
  const listen = (port: number) =>
    new Promise<void>(resolve => void server.listen(port, '127.0.0.1', resolve));
  const port = await freePort();
  await listen(port);

  const stop = () =>
    new Promise<void>(resolve => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) server.close(() => resolve());
      else resolve();
    });
  const url = target();
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    hang: () => {
      isHanging = true;
    },
    stop,
    stopAt: text => {
      lastText = text;
    },
    async resume() {
      isHanging = false;
      lastText = null;
      if (!server.listening) await listen(port);
    },
    close: stop,
  };
}

function forward(from: Socket, to: Socket, isHanging: () => boolean): void {
  from.on('data', data => isHanging() || to.write(data)).on('close', () => to.destroy());
}
