import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler, Response } from 'express';

const TABLES = /^(application\/(json|x-ndjson)|text\/csv)(;|$)/;

/** For named calls only, since compression can reveal the secrets of a response (BREACH). Fast rather than small. */
export const compressTables: RequestHandler = compression({
  level: 3,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  filter: (_request, response) => isTable(response),
});

/** Compresses the tables of calls that `calls` matches as `GET /path`. */
export function compressCalls(calls: RegExp): RequestHandler {
  return (request, response, next) => {
    if (calls.test(`${request.method} ${request.path}`)) compressTables(request, response, next);
    else next();
  };
}

function isTable(response: Response): boolean {
  const type = String(response.getHeader('Content-Type') ?? '');
  return TABLES.test(type) && !response.hasHeader('Set-Cookie');
}
