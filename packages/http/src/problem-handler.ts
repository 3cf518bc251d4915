import type { ErrorRequestHandler, Request, Response } from 'express';
import { describeBriefly } from './error-description';
import type { Log } from './log';
import type { Metrics } from './metrics';
import type { Outage } from './outage';
import {
  Problem,
  type ProblemCatalog,
  type ProblemStyle,
  type RenderedProblem,
  renderProblem,
} from './problems';
import { toClientProblem } from './request-errors';
import { addLogFields, requestId } from './request-log';

export interface ProblemHandlerOptions {
  readonly catalog: ProblemCatalog;
  readonly style: ProblemStyle;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly isDatabaseUnavailable: (error: unknown) => boolean;
  /** A subset: only this statement timed out; other requests may succeed. */
  readonly isStatementTimeout: (error: unknown) => boolean;
  /** Returns what a person sees of a problem in a browser; null for JSON. */
  readonly pageOf?: (request: Request, problem: Problem) => RenderedProblem | null;
}

/** Unknown errors are 500 regardless of their status, because tsoa sets 401 on any error during authentication. */
export function problemHandler(
  options: ProblemHandlerOptions,
  outage: Outage,
): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const id = requestId(response);
    // `errored` is set if the service itself destroyed the response.
    if (request.socket.destroyed && !response.errored) {
      options.log.debug({ id, err: error }, 'client disconnected');
      response.destroy();
    } else if (response.headersSent) {
      // A partial response must not look complete.
      options.log.error({ id, err: error }, 'response aborted');
      addLogFields(response, { cutOff: 'failure' });
      response.destroy();
    } else {
      const problem = toProblem(error, id, options, outage);
      options.metrics.countRefusal(problem.code);
      const page = options.pageOf?.(request, problem);
      send(response, problem, page ?? renderProblem(problem, options.catalog, options.style));
    }
  };
}

function toProblem(
  error: unknown,
  id: string,
  options: ProblemHandlerOptions,
  outage: Outage,
): Problem {
  const { log, catalog } = options;
  // A code that is missing from the catalog is a bug.
  if (error instanceof Problem && Object.hasOwn(catalog, error.code)) {
    if (error.cause !== undefined) log.warn({ id, code: error.code, err: error.cause }, 'problem');
    return error;
  }
  const clientProblem = toClientProblem(error);
  if (clientProblem) return clientProblem;
  if (options.isStatementTimeout(error)) {
    log.warn({ id, cause: describeBriefly(error) }, 'statement timed out');
    return databaseUnavailable('The database did not respond in time.');
  }
  if (options.isDatabaseUnavailable(error)) {
    outage.fail(error);
    return databaseUnavailable('The database is unavailable.');
  }
  log.error({ id, err: error }, 'internal error');
  return new Problem(
    'internal',
    `An internal error occurred. Report it with the request ID ${id}.`,
  );
}

function databaseUnavailable(reason: string): Problem {
  return new Problem('database-unavailable', `${reason} Try again after Retry-After seconds.`, {
    headers: { 'Retry-After': '2' },
  });
}

/** Headers that the failed handler may have set. */
const CONTENT_HEADERS = [
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'ETag',
  'Last-Modified',
  'Link',
  'Location',
];

function send(response: Response, { headers }: Problem, rendered: RenderedProblem): void {
  for (const header of CONTENT_HEADERS) response.removeHeader(header);
  response.statusCode = rendered.status;
  response.set('Cache-Control', 'no-store').set(headers);
  response.setHeader('Content-Type', rendered.contentType);
  response.setHeader('Content-Length', Buffer.byteLength(rendered.body));
  if (response.req.complete || headers.Connection !== 'close') response.end(rendered.body);
  else endAfterRequest(response, rendered.body);
}

const LINGER_MS = 1_000;

/** Gives the client time to stop sending: closing the connection while the body arrives may lose the response. */
function endAfterRequest(response: Response, body: string): void {
  response.write(body);
  const timer = setTimeout(() => response.end(), LINGER_MS);
  response.once('close', () => clearTimeout(timer));
  response.req.once('end', () => response.end()).resume();
}
