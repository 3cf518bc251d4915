import { once } from 'node:events';
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Express } from 'express';
import { handleClientErrors } from './client-errors';
import {
  type Connections,
  cutOffSlowReaders,
  type ReadingRate,
  resetIfIncomplete,
  trackConnections,
} from './connections';
import { listen } from './listen';
import type { Log } from './log';

export interface ServeOptions {
  readonly host: string;
  readonly port: number;
  /** The max time for a request to arrive. All times are in milliseconds. */
  readonly requestTimeout: number;
  readonly shutdownDelay: number;
  readonly shutdownGrace: number;
  readonly log: Log;
  /** The min rate at which clients must read; defaults to 8 kB/s averaged over a minute. */
  readonly reading?: Partial<ReadingRate>;
  /** Called first at close, so that health checks return 503. */
  readonly onDrain?: () => void;
}

export type RunningServer = Awaited<ReturnType<typeof serve>>;

/** Above the usual idle timeout of proxies (60 s), so that the proxy closes first. */
const KEEP_ALIVE_MS = 75_000;

/** How long an idle connection may still send a last request during the drain. */
const IDLE_TIMEOUT_MS = 500;

const TIMEOUT_CHECK_INTERVAL_MS = 1_000;

/**
 * At close, new connections are accepted for `shutdownDelay` while health checks return 503. Then running requests have
 * `shutdownGrace` to finish; remaining connections are destroyed, and `close` resolves.
 * @throws Error if the address cannot be used
 */
export async function serve(app: Express, options: ServeOptions) {
  const { host, requestTimeout } = options;
  const server = createServer({
    connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    // The app responds with a problem.
    requireHostHeader: false,
    ...messagesOf(app),
  });
  server.requestTimeout = requestTimeout;
  server.headersTimeout = Math.min(requestTimeout || 60_000, 60_000);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const connections = trackConnections(server, app);
  cutOffSlowReaders(server, connections, options.reading);
  handleClientErrors(server, app, connections);
  // Node.js would respond with a 417 without a problem; RFC 9110 allows ignoring unknown expectations.
  server.on('checkExpectation', (...messages) => server.emit('request', ...messages));
  const port = await listen(server, { ...options, setting: 'PORT' });

  let closing: Promise<void> | undefined;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    close: () => (closing ??= drain(server, connections, options)),
  };
}

/** Express changes prototypes on every request, which slows V8: an empty handler takes 48 µs instead of 13 µs. */
function messagesOf(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {
    override destroy(error?: Error): this {
      resetIfIncomplete(this);
      return super.destroy(error);
    }
  }
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
  // Runs before the app's own listener, which may respond immediately.
  server.prependListener('request', (_, response) => endConnectionAfter(response, connections));
  for (const responses of connections.values()) {
    // Queued requests are still answered.
    const last = [...responses].at(-1);
    if (last) endConnectionAfter(last, connections);
  }
  // Unlike net's, HTTP's `close` would end idle connections on which a proxy may be sending a request.
  const closed = once(NetServer.prototype.close.call(server), 'close');
  const idleTimer = setTimeout(() => {
    server.closeIdleConnections();
    // Node.js does not count a connection without a first request as idle.
    for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
  }, IDLE_TIMEOUT_MS);
  const timer = setTimeout(() => {
    const responses = [...connections.values()].flatMap(pending => [...pending]);
    const requests = responses.length;
    if (requests > 0) log.warn({ requests }, 'requests cut off at the end of the grace period');
    responses.forEach(resetIfIncomplete);
    server.closeAllConnections();
  }, shutdownGrace);
  await closed;
  // Ends the checks of timeouts, which net's does not.
  server.close();
  clearTimeout(idleTimer);
  clearTimeout(timer);
}

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
