import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { describeBriefly } from './error-description';
import type { Log } from './log';
import type { Metrics } from './metrics';
import {
  Problem,
  type ProblemCatalog,
  type ProblemStyle,
  type RenderedProblem,
  renderProblem,
} from './problems';
import { toClientProblem } from './request-errors';
import { requestId } from './request-log';

export interface ProblemHandlerOptions {
  readonly catalog: ProblemCatalog;
  readonly style: ProblemStyle;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly isDatabaseUnavailable: (error: unknown) => boolean;
  /** Of those: the statement took too long; other calls may be answered. */
  readonly isStatementTimeout: (error: unknown) => boolean;
}

/** Unknown errors are 500, whatever their status: tsoa sets 401 on any error during authentication. */
export function problemHandler(
  options: ProblemHandlerOptions,
  outage: DatabaseOutage,
): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const id = requestId(response);
    // `errored` is set where the service destroyed the response.
    if (request.socket.destroyed && !response.errored) {
      options.log.debug({ id, err: error }, 'the client left');
      response.destroy();
    } else if (response.headersSent) {
      // A partial response must not look complete.
      options.log.error({ id, err: error }, 'response aborted');
      response.destroy();
    } else {
      const problem = toProblem(error, id, options, outage);
      options.metrics.countRefusal(problem.code);
      send(response, problem, renderProblem(problem, options.catalog, options.style));
    }
  };
}

function toProblem(
  error: unknown,
  id: string,
  options: ProblemHandlerOptions,
  outage: DatabaseOutage,
): Problem {
  const { log, catalog } = options;
  // A code that the catalog lacks is a defect of the service.
  if (error instanceof Problem && Object.hasOwn(catalog, error.code)) {
    if (error.cause !== undefined) log.warn({ id, code: error.code, err: error.cause }, 'problem');
    return error;
  }
  const clientProblem = toClientProblem(error);
  if (clientProblem) return clientProblem;
  if (options.isStatementTimeout(error)) {
    log.warn({ id, cause: describeBriefly(error) }, 'database too slow for a statement');
    return databaseUnavailable('The database did not answer in time.');
  }
  if (options.isDatabaseUnavailable(error)) {
    outage.begin(error);
    return databaseUnavailable('The database is out of reach.');
  }
  log.error({ id, err: error }, 'internal error');
  return new Problem(
    'internal',
    `Something went wrong on our side. Report it with the request id ${id}.`,
  );
}

function databaseUnavailable(reason: string): Problem {
  return new Problem('database-unavailable', `${reason} Try again after Retry-After seconds.`, {
    headers: { 'Retry-After': '2' },
  });
}

/** Headers that the failed handler may have set for its own response. */
const OF_THE_ANSWER = [
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'ETag',
  'Last-Modified',
  'Link',
  'Location',
];

function send(response: Response, { headers }: Problem, rendered: RenderedProblem): void {
  for (const header of OF_THE_ANSWER) response.removeHeader(header);
  response.statusCode = rendered.status;
  response.set('Cache-Control', 'no-store').set(headers);
  response.setHeader('Content-Type', rendered.contentType);
  response.setHeader('Content-Length', Buffer.byteLength(rendered.body));
  if (response.req.complete || headers.Connection !== 'close') response.end(rendered.body);
  else endAfterRequest(response, rendered.body);
}

/** Milliseconds. */
const LINGER = 1_000;

/**
 * The client has the whole response at once, and a moment to stop sending: a connection that is closed while its body
 * arrives is reset, and the response may be lost.
 */
function endAfterRequest(response: Response, body: string): void {
  response.write(body);
  const timer = setTimeout(() => response.end(), LINGER);
  response.once('close', () => clearTimeout(timer));
  response.req.once('end', () => response.end()).resume();
}

/** Logs when the database becomes unreachable, with the cause, and when it is back. */
export class DatabaseOutage {
  #since: number | null = null;

  constructor(private readonly log: Log) {}

  begin(error: unknown): void {
    if (this.#since !== null) return;
    this.#since = performance.now();
    this.log.error({ cause: describeBriefly(error) }, 'database unreachable: calls get 503');
  }

  /** Watches the requests that begin during an outage. */
  readonly watch: RequestHandler = (_request, response, next) => {
    if (this.#since !== null) response.once('close', () => this.#endAfter(response));
    next();
  };

  #endAfter(response: Response): void {
    // The end shows in authenticated requests only: others may not have used the database.
    const isAnswered = 'logFields' in response.locals && response.statusCode < 400;
    if (this.#since === null || !isAnswered || !response.writableFinished) return;
    const seconds = Math.round((performance.now() - this.#since) / 1_000);
    this.log.info({ seconds }, 'database is back');
    this.#since = null;
  }
}
