import type { Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Express, Request, Response } from 'express';
import { addLogFields } from './request-log';

/** Unanswered requests of one connection; one more closes the connection. */
const MOST_UNANSWERED = 10;

/** Each open connection with its unfinished responses, in the order of their requests. */
export type Connections = ReadonlyMap<Socket, ReadonlySet<Response>>;

/** Closes all responses of a closed connection, which frees what they hold: Node.js closes only the first. */
export function trackConnections(server: Server, app: Express): Connections {
  const open = new Map<Socket, Set<Response>>();
  server.on('connection', (socket: Socket) => {
    const unanswered = new Set<Response>();
    open.set(socket, unanswered);
    socket.once('close', () => {
      open.delete(socket);
      for (const response of unanswered) if (response.socket === null) closeUnsent(response);
    });
  });
  server.on('request', (request: Request, response: Response) => {
    const { socket } = request;
    const unanswered = open.get(socket);
    // One read of a socket may hold many requests: they still arrive after it was destroyed.
    if (socket.destroyed || unanswered === undefined) return;
    if (unanswered.size >= MOST_UNANSWERED) {
      socket.destroy();
      return;
    }
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
    app(request, response);
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

/** A destroyed response emits `close` only once it has a socket. */
function closeUnsent(response: ServerResponse): void {
  response.destroy();
  response.assignSocket(new Socket());
}
