import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Express, Request, Response } from 'express';
import { addLogFields } from './request-log';

/** Unanswered requests of one connection; one more closes the connection. */
const MAX_UNANSWERED = 10;

/** Each open connection with its unfinished responses, in the order of their requests. */
export type Connections = ReadonlyMap<Socket, ReadonlySet<Response>>;

/**
 * Passes the requests of a connection to the app one at a time: each has its socket, and none runs after the connection
 * has closed. Node.js would pass pipelined requests on at once, and would not close the responses that wait for a socket.
 */
export function trackConnections(server: Server, app: Express): Connections {
  const open = new Map<Socket, Set<Response>>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, new Set());
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (request: Request, response: Response) => {
    const { socket } = request;
    const unanswered = open.get(socket);
    // One read of a socket may hold many requests: they still arrive after the connection has ended.
    if (!socket.writable || unanswered === undefined) return;
    if (unanswered.size >= MAX_UNANSWERED) {
      socket.destroy();
      return;
    }
    unanswered.add(response);
    response.once('close', () => {
      unanswered.delete(response);
      const [next] = unanswered;
      // Without a socket where this response has ended the connection.
      if (next?.socket?.writable) app(next.req, next);
    });
    if (unanswered.size === 1) app(request, response);
  });
  return open;
}

/** The request log shows the reason. */
export function cutOff(response: Response, reason: 'slow reader' | 'too long'): void {
  addLogFields(response, { cutOff: reason });
  response.req.socket.destroy();
}

/** Cuts the response off when `work` takes longer than `duration` milliseconds. */
export async function withinDuration<Result>(
  response: Response,
  duration: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(() => cutOff(response, 'too long'), duration);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
