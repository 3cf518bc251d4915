import { connect, createServer, type Socket } from 'node:net';

/** A way to the database that a test can break. */
export interface TcpProxy {
  /** The database's URL, by way of the proxy. */
  readonly url: string;
  /** Swallows every packet from now on; connections stay open, and new ones are accepted. */
  hang(): void;
  /** Breaks every connection and refuses new ones. */
  stop(): Promise<void>;
  /** As if nothing had been. Connections that hung stay dead. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

export async function tcpProxy(targetUrl: string): Promise<TcpProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let isHanging = false;

  const server = createServer(client => {
    sockets.add(client);
    client.on('error', () => undefined).on('close', () => sockets.delete(client));
    if (isHanging) return;
    const upstream = connect(Number(target.port || 5432), target.hostname);
    sockets.add(upstream);
    upstream.on('error', () => client.destroy()).on('close', () => sockets.delete(upstream));
    client
      .on('data', data => isHanging || upstream.write(data))
      .on('close', () => upstream.destroy());
    upstream
      .on('data', data => isHanging || client.write(data))
      .on('close', () => client.destroy());
  });
  const listen = (port: number) =>
    new Promise<void>(resolve => void server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as { port: number };

  const stop = () =>
    new Promise<void>(resolve => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) server.close(() => resolve());
      else resolve();
    });
  const url = new URL(targetUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    hang: () => {
      isHanging = true;
    },
    stop,
    async resume() {
      isHanging = false;
      if (!server.listening) await listen(port);
    },
    close: stop,
  };
}
