import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Express, Request } from 'express';
import type { Connections } from './connections';
import { Problem, type RenderedProblem } from './problems';

const slowArrivals = new WeakSet<object>();

/** Exempts a request's body from `REQUEST_TIMEOUT`; its reader applies a separate limit. */
export function allowSlowArrival({ socket, res }: Request): void {
  slowArrivals.add(socket);
  res!.once('close', () => slowArrivals.delete(socket));
}

/** Responds with a problem (400, 408 or 431) to requests that Node.js cannot parse. */
export function handleClientErrors(server: Server, app: Express, connections: Connections): void {
  const render = app.locals.renderProblem as (problem: Problem) => RenderedProblem;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && slowArrivals.has(socket)) return;
    const pending = connections.get(socket) ?? [];
    // Otherwise, the client would read the problem as the response to an earlier request.
    const isNext = [...pending].every(({ req, headersSent }) => !req.complete && !headersSent);
    if (socket.writable && isNext) {
      socket.end(asResponse(render(toProblem(error.code))));
    } else {
      socket.destroy();
    }
  });
}

function toProblem(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers-too-large', 'The headers exceed 16 KiB in total.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout', 'The request did not arrive in time. Send it again.');
    default:
      return new Problem('invalid-request', 'This is not a well-formed HTTP request.');
  }
}

function asResponse({ status, contentType, body }: RenderedProblem): string {
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
