import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Express } from 'express';
import { answerClientErrors } from './client-errors';
import type { Log } from './log';

export interface ServeOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Milliseconds, as the two below: the longest that a request may take to arrive. */
  readonly requestTimeout: number;
  readonly shutdownDelay: number;
  readonly shutdownGrace: number;
  readonly log: Log;
  /** Told before anything else at close: health turns to 503 from here on. */
  readonly onDrain?: () => void;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Drains: see `serve`. Resolves when every connection is closed. */
  close(): Promise<void>;
}

/** Longer than the 60 seconds for which proxies keep idle connections: they close first, not we. */
const KEEP_ALIVE = 75_000;

/** How long an idle connection may still bring a request, which is answered and ends it. */
const IDLE_TIMEOUT = 500;

/** How often requests that take too long to arrive are looked for. */
const TIMEOUT_CHECKS = 1_000;

/**
 * Listens. At close, connections are still accepted for `shutdownDelay`, with health at 503; then running
 * requests have `shutdownGrace` to finish, and what is left is cut off.
 * @throws Error in a sentence when the address cannot be used
 */
export async function serve(app: Express, options: ServeOptions): Promise<RunningServer> {
  const { host, requestTimeout } = options;
  const server = createServer(
    { connectionsCheckingInterval: TIMEOUT_CHECKS, ...messagesOf(app) },
    app,
  );
  server.requestTimeout = requestTimeout;
  server.headersTimeout = Math.min(requestTimeout || 60_000, 60_000);
  server.keepAliveTimeout = KEEP_ALIVE;
  const activity = trackActivity(server);
  answerClientErrors(server, app, activity.answering);
  const port = await listen(server, { ...options, setting: 'PORT' });

  let closing: Promise<void> | undefined;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    close: () => (closing ??= drain(server, activity, options)),
  };
}

/**
 * Requests and responses that have Express's methods when they are made. Express would change their prototype in
 * every call, after which V8 reads and writes them slowly: 48 µs for an empty handler, 13 µs this way.
 */
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
  { answering, connections }: Activity,
  { shutdownDelay, shutdownGrace, log, onDrain }: ServeOptions,
): Promise<void> {
  onDrain?.();
  await wait(shutdownDelay);
  // Before the app's own listener, which may answer at once.
  server.prependListener('request', (_, response) => endConnectionAfter(response));
  for (const response of answering) endConnectionAfter(response);
  const closed = stopAccepting(server);
  const idleTimer = setTimeout(() => {
    server.closeIdleConnections();
    // A connection without a first request is not idle to Node.js.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }, IDLE_TIMEOUT);
  const timer = setTimeout(() => {
    const requests = answering.size;
    if (requests > 0) log.warn({ requests }, 'requests cut off at the end of the grace period');
    server.closeAllConnections();
  }, shutdownGrace);
  await closed;
  clearTimeout(idleTimer);
  clearTimeout(timer);
}

/**
 * Resolves when the last connection is closed. `close` of HTTP would end idle connections, over which a proxy
 * may be sending a request: that of net leaves them open.
 */
function stopAccepting(server: Server): Promise<void> {
  return new Promise(resolve => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/** The client opens its next connection elsewhere. Where the headers have been sent, it cannot be informed. */
function endConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  const { socket } = response;
  response.once('close', () => socket?.end());
}

interface Activity {
  readonly connections: ReadonlySet<Socket>;
  /** The responses that have not ended. */
  readonly answering: ReadonlySet<ServerResponse>;
}

function trackActivity(server: Server): Activity {
  const connections = new Set<Socket>();
  const answering = new Set<ServerResponse>();
  server.on('connection', socket => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (_, response) => {
    answering.add(response);
    response.once('close', () => answering.delete(response));
  });
  return { connections, answering };
}

/**
 * Listens, and gives the port: a free one for 0.
 * @throws Error in a sentence when the address cannot be used
 */
export function listen(
  server: Server,
  { host, port, setting }: { host: string; port: number; setting: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) =>
      reject(
        new Error(`Cannot listen on ${host}:${port}: ${reason(error, setting)}.`, { cause: error }),
      );
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve((server.address() as { port: number }).port);
    });
  });
}

function reason(error: NodeJS.ErrnoException, setting: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `another program has that port; stop it, or set ${setting}`;
    case 'EACCES':
      return `this user may not have that port; set ${setting} to one above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'that is no address of this machine; set HOST';
    default:
      return error.message;
  }
}
