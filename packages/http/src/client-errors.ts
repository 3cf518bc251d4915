import type { Server, ServerResponse } from 'node:http';
import type { Express } from 'express';
import {
  Problem,
  type ProblemCatalog,
  type ProblemStyle,
  type RenderedProblem,
  renderProblem,
} from './problems';

const RENDERER = 'problem renderer';

/** Has `answerClientErrors` speak as the app does. */
export function setProblemRenderer(
  app: Express,
  catalog: ProblemCatalog,
  style: ProblemStyle,
): void {
  app.set(RENDERER, (problem: Problem) => renderProblem(problem, catalog, style));
}

/** Answers what never became a request with 400, 408 or 431 as the service writes problems. */
export function answerClientErrors(
  server: Server,
  app: Express,
  answering: ReadonlySet<ServerResponse>,
): void {
  const render = app.get(RENDERER) as ((problem: Problem) => RenderedProblem) | undefined;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isMidAnswer = [...answering].some(
      response => response.socket === socket && response.headersSent,
    );
    if (render && socket.writable && !isMidAnswer && error.code !== 'ECONNRESET') {
      socket.end(asResponse(render(toProblem(error.code))));
    } else {
      socket.destroy();
    }
  });
}

function toProblem(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers-too-large', 'The headers are larger than 16 KiB together.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout', 'The request did not arrive in time. Send it again.');
    default:
      return new Problem('invalid-request', 'This is not a well-formed HTTP request.');
  }
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function asResponse({ status, contentType, body }: RenderedProblem): string {
  return [
    `HTTP/1.1 ${status} ${REASONS[status] ?? ''}`,
    'Connection: close',
    'Cache-Control: no-store',
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
