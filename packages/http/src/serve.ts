import { once } from 'node:events';
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Express } from 'express';
import { answerClientErrors } from './client-errors';
import { type Connections, trackConnections } from './connections';
import { listen } from './listen';
import type { Log } from './log';
import { cutOffSlowReaders, type ReadingRate } from './slow-readers';

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** Milliseconds, as the next two: the longest time for a request to arrive. */
  readonly requestTimeout: number;
  readonly shutdownDelay: number;
  readonly shutdownGrace: number;
  readonly log: Log;
  /** The least rate at which clients must read; default: 8 kB/s on average over a minute. */
  readonly reading?: Partial<ReadingRate>;
  /** Called first at close: health returns 503 from then on. */
  readonly onDrain?: () => void;
}

export type RunningServer = Awaited<ReturnType<typeof serve>>;

/** Milliseconds: above the usual idle timeout of proxies (60 s), so that the proxy closes first. */
const KEEP_ALIVE = 75_000;

/** Milliseconds in which an idle connection may still send a last request during the drain. */
const IDLE_TIMEOUT = 500;

/** Milliseconds between checks for requests that arrive too slowly. */
const TIMEOUT_CHECKS = 1_000;

/**
 * At close, new connections are accepted for `shutdownDelay`, with health at 503. Then running requests have
 * `shutdownGrace` to finish; remaining connections are destroyed, and `close` resolves.
 * @throws Error when the address cannot be used
 */
export async function serve(app: Express, options: ServeOptions) {
  const { host, requestTimeout } = options;
  const server = createServer({
    connectionsCheckingInterval: TIMEOUT_CHECKS,
    ...messagesOf(app),
  });
  server.requestTimeout = requestTimeout;
  server.headersTimeout = Math.min(requestTimeout || 60_000, 60_000);
  server.keepAliveTimeout = KEEP_ALIVE;
  const connections = trackConnections(server, app);
  cutOffSlowReaders(server, connections, options.reading);
  answerClientErrors(server, app, connections);
  const port = await listen(server, { ...options, setting: 'PORT' });

  let closing: Promise<void> | undefined;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    close: () => (closing ??= drain(server, connections, options)),
  };
}

/** Express changes prototypes on every call, which slows V8: an empty handler takes 48 µs, this way 13 µs. */
function messagesOf(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as typeof app.request;
  app.response = AppResponse.prototype as unknown as typeof app.response;
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

async function drain(
  server: Server,
  connections: Connections,
  { shutdownDelay, shutdownGrace, log, onDrain }: ServeOptions,
): Promise<void> {
  onDrain?.();
  await wait(shutdownDelay);
  // Runs before the app's own listener, which may answer at once.
  server.prependListener('request', (_, response) => endConnectionAfter(response, connections));
  for (const responses of connections.values()) {
    // Requests that wait behind others are answered, too.
    const last = [...responses].at(-1);
    if (last) endConnectionAfter(last, connections);
  }
  // `close` of HTTP would end idle connections on which a proxy may be sending; `close` of net does not.
  const closed = once(NetServer.prototype.close.call(server), 'close');
  const idleTimer = setTimeout(() => {
    server.closeIdleConnections();
    // Node.js does not count a connection without a first request as idle.
    for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
  }, IDLE_TIMEOUT);
  const timer = setTimeout(() => {
    const requests = [...connections.values()].reduce((sum, { size }) => sum + size, 0);
    if (requests > 0) log.warn({ requests }, 'requests cut off at the end of the grace period');
    server.closeAllConnections();
  }, shutdownGrace);
  await closed;
  clearTimeout(idleTimer);
  clearTimeout(timer);
}

/** The client opens its next connection elsewhere. */
function endConnectionAfter(response: ServerResponse, connections: Connections): void {
  if (!response.headersSent) {
    response.setHeader('Connection', 'close');
    return;
  }
  response.once('close', () => {
    const { socket } = response.req;
    if (connections.get(socket)?.size === 0) socket.end();
  });
}
