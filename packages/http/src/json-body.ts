import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler } from 'express';
import { operationOf } from './operations';
import { invalidFields, Problem } from './problem';

export interface JsonBodyOptions {
  /** Bytes. */
  readonly limit: number;
  /** Property names that match in any case and are handed on as written here. */
  readonly properties?: readonly string[];
  /** What a service calls content that is no plain JSON; one without a 415 of its own calls it invalid. */
  readonly unsupported?: 'unsupported-media-type' | 'invalid-request';
}

/**
 * Reads the JSON body of an operation that documents one; of any other the body is not read. For tsoa's
 * `@Middlewares`, which run after authentication: nothing of a stranger's is parsed. A missing body reads
 * as `{}`, so that validation names what is missing in it.
 *
 * Refuses another content type, charset or a compressed body (`unsupported`), a larger body (413), what is
 * not UTF-8 or not a JSON object, and a property given twice in different cases (400).
 */
export function jsonBody({
  limit,
  properties = [],
  unsupported = 'unsupported-media-type',
}: JsonBodyOptions): RequestHandler {
  // Top-level values that are no objects are refused here, in words of our own: hence not `strict`.
  const parse: RequestHandler = express.json({
    limit,
    inflate: false,
    strict: false,
    type: () => true,
    verify: (_request, _response, bytes) => {
      if (!isUtf8(bytes)) throw new Error('The body is not UTF-8.');
    },
  });
  const canonical = new Map(properties.map(property => [property.toLowerCase(), property]));
  return (request, response, next) => {
    if (!operationOf(response)?.takesBody) {
      next();
      return;
    }
    if (!isPlainJson(request)) {
      throw new Problem(
        unsupported,
        'Send the body as JSON in UTF-8, uncompressed, with the header Content-Type: application/json.',
      );
    }
    parse(request, response, (error?: unknown) => {
      if (error) {
        next(error);
        return;
      }
      try {
        const body = request.body as unknown;
        request.body = body === undefined ? {} : withCanonicalNames(body, canonical);
      } catch (refusal) {
        next(refusal);
        return;
      }
      next();
    });
  };
}

function isPlainJson(request: Request): boolean {
  const { headers } = request;
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  if (!hasBody) return true;
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1];
  const isSaidToBeUtf8 = charset === undefined || /^utf-?8$/i.test(charset);
  const isPlain = /^(identity)?$/i.test(headers['content-encoding'] ?? '');
  return (
    isSaidToBeUtf8 && isPlain && Boolean(request.is(['application/json', 'application/*+json']))
  );
}

function withCanonicalNames(
  body: unknown,
  canonical: ReadonlyMap<string, string>,
): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem('invalid-request', 'The body must be a JSON object.');
  }
  const named = new Map<string, unknown>();
  for (const [given, value] of Object.entries(body)) {
    const name = canonical.get(given.toLowerCase()) ?? given;
    if (named.has(name)) throw invalidFields([{ field: name, message: 'is given twice' }]);
    named.set(name, value);
  }
  // fromEntries defines properties, so that `__proto__` is one like any other, and refused as unknown.
  return Object.fromEntries(named);
}
