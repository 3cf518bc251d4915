import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler, Response } from 'express';

const DOCUMENT = 'GET /swagger/openapi.json';
const TABLES = /^(application\/(json|x-ndjson)|text\/csv)(;|$)/;

/**
 * Compresses the document, and the tables of calls that `calls` matches as `GET /path`. They are named, since the length
 * of an answer with a secret or a link would reveal it (BREACH). Fast rather than small: rows must stay cheap.
 */
export function compressTables(calls: RegExp | undefined): RequestHandler {
  const compress = compression({
    level: 3,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    filter: (_request, response) => isTable(response),
  });
  return (request, response, next) => {
    const call = `${request.method} ${request.path}`;
    if (call === DOCUMENT || calls?.test(call)) compress(request, response, next);
    else next();
  };
}

function isTable(response: Response): boolean {
  const type = String(response.getHeader('Content-Type') ?? '');
  return TABLES.test(type) && !response.hasHeader('Set-Cookie');
}
