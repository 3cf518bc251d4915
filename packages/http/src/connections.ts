import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express, Request, Response } from 'express';
import { addLogFields } from './request-log';

/** Pending requests per connection; one more closes the connection. */
const MAX_PENDING = 10;

/** The pending responses of each open connection, in request order. */
export type Connections = ReadonlyMap<Socket, ReadonlySet<Response>>;

/**
 * Passes a connection's requests to the app one at a time, and none after the connection has closed. Node.js would pass
 * on pipelined requests immediately, and would not close responses that wait for the socket.
 */
export function trackConnections(server: Server, app: Express): Connections {
  const open = new Map<Socket, Set<Response>>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, new Set());
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (request: Request, response: Response) => {
    const { socket } = request;
    const pending = open.get(socket);
    // A single read may contain many requests, which are emitted even after the connection has ended.
    if (!socket.writable || pending === undefined) return;
    if (pending.size >= MAX_PENDING) {
      socket.destroy();
      return;
    }
    pending.add(response);
    response.once('close', () => {
      pending.delete(response);
      const [next] = pending;
      // There is no socket if this response ended the connection.
      if (next?.socket?.writable) app(next.req, next);
    });
    if (pending.size === 1) app(request, response);
  });
  return open;
}

/** Closes the connection and adds the reason to the request log. */
export function cutOff(response: Response, reason: 'slow reader' | 'too long'): void {
  addLogFields(response, { cutOff: reason });
  resetIfIncomplete(response);
  response.req.socket.destroy();
}

/**
 * Resets the connection of an incomplete response that has neither chunks nor a length, as with HTTP/1.0. The client
 * would take a normal end of the connection as the end of the response.
 */
export function resetIfIncomplete(response: ServerResponse): void {
  const { headersSent, writableFinished, chunkedEncoding } = response;
  if (!headersSent || writableFinished || chunkedEncoding) return;
  if (!response.hasHeader('Content-Length')) response.req.socket.resetAndDestroy();
}

/** Cuts off the response unless it is closed within `durationMs`. */
export function cutOffAfter(response: Response, durationMs: number): void {
  const timer = setTimeout(() => cutOff(response, 'too long'), durationMs);
  response.once('close', () => clearTimeout(timer));
}

export interface ReadingRate {
  /** Milliseconds over which the rate is averaged. */
  readonly window: number;
  /** Min bytes per second that a client must read while data is pending. */
  readonly minRate: number;
}

const CHECKS_PER_WINDOW = 10;

/** A slow reader holds a connection and its resources. If no bytes are pending, the service is the slow side. */
export function cutOffSlowReaders(
  server: Server,
  connections: Connections,
  { window = 60_000, minRate = 8_000 }: Partial<ReadingRate> = {},
): void {
  const waits = new WeakMap<Socket, { since: number; delivered: number }>();
  const check = () => {
    const now = performance.now();
    for (const [socket, responses] of connections) {
      const delivered = socket.bytesWritten - socket.writableLength;
      const wait = waits.get(socket);
      if (socket.writableLength === 0) waits.delete(socket);
      else if (wait && now - wait.since < window) continue;
      else if (wait && delivered - wait.delivered < (minRate * window) / 1_000) {
        for (const response of responses) cutOff(response, 'slow reader');
        socket.destroy();
      } else waits.set(socket, { since: now, delivered });
    }
  };
  const timer = setInterval(check, window / CHECKS_PER_WINDOW).unref();
  server.once('close', () => clearInterval(timer));
}
