import express, { type Request, type RequestHandler } from 'express';
import { operationOf } from './operations';
import { type FieldError, invalidFields, Problem } from './problems';

/**
 * Refuses query parameters that the operation does not document, that are empty or repeated, and more than
 * `most`.
 * @throws Problem invalid-request naming every parameter that is wrong
 */
export function documentedQuery({ most }: { most: number }): RequestHandler {
  return (request, _response, next) => {
    if (request.url.includes('?')) {
      const given = [...new URLSearchParams(request.url.slice(request.url.indexOf('?')))];
      if (given.length > most) {
        throw new Problem('invalid-request', `Send at most ${most} query parameters.`);
      }
      const faults = findFaults(given, operationOf(request)?.query ?? new Map());
      if (faults.length > 0) throw invalidFields(faults);
    }
    next();
  };
}

function findFaults(
  given: readonly (readonly [string, string])[],
  known: ReadonlyMap<string, boolean>,
): FieldError[] {
  const faults = new Map<string, string>();
  const seen = new Set<string>();
  for (const [name, value] of given) {
    const isList = known.get(name);
    if (isList === undefined) faults.set(name, unknown(known));
    else if (value === '') faults.set(name, 'is empty; leave it out instead');
    else if (!isList && seen.has(name)) faults.set(name, 'is given twice');
    seen.add(name);
  }
  return [...faults].map(([field, message]) => ({ field, message }));
}

function unknown(known: ReadonlyMap<string, boolean>): string {
  const names = known.size === 0 ? 'none' : [...known.keys()].join(', ');
  return `is not a query parameter of this call, which takes ${names}`;
}

export interface JsonBodyOptions {
  readonly limit: number;
  readonly mostElements: number;
  /** Property names that match in any case and are handed on as written here. */
  readonly properties?: readonly string[];
  /** What a service calls content that is no plain JSON; one without a 415 of its own calls it invalid. */
  readonly unsupported?: 'unsupported-media-type' | 'invalid-request';
}

/** Several times what any operation takes; each costs time before it is known to be none. */
const MOST_PROPERTIES = 100;
const MOST_LEVELS = 32;
/** More values than this are judged by a validator that stops at the first error. */
const FEW_VALUES = 200;

/**
 * Reads the JSON body of an operation that documents one, no earlier than `@Middlewares` run: after
 * authentication. A missing body reads as `{}`, so that validation names what is missing. A large body is
 * refused by its first error: tsoa collects all, in a time that grows with their square.
 */
export function jsonBody({
  limit,
  mostElements,
  properties = [],
  unsupported = 'unsupported-media-type',
}: JsonBodyOptions): RequestHandler {
  const readBytes: RequestHandler = express.raw({ limit, inflate: false, type: () => true });
  const canonical = new Map(properties.map(property => [property.toLowerCase(), property]));
  return (request, response, next) => {
    const findBodyFault = operationOf(request)?.findBodyFault;
    if (!findBodyFault) {
      next();
      return;
    }
    if (!hasBody(request)) {
      request.body = {};
      next();
      return;
    }
    requirePlainJson(request, unsupported);
    readBytes(request, response, (error?: unknown) => {
      if (error) {
        next(error);
        return;
      }
      try {
        const body = withCanonicalNames(parse(request.body as Buffer), canonical);
        const isLarge = countValues(body, mostElements) > FEW_VALUES;
        const fault = isLarge ? findBodyFault(body) : null;
        if (fault) throw invalidFields([fault]);
        request.body = body;
      } catch (refusal) {
        next(refusal);
        return;
      }
      next();
    });
  };
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

function requirePlainJson(
  request: Request,
  unsupported: 'unsupported-media-type' | 'invalid-request',
): void {
  const { headers } = request;
  const isPlain = /^(identity)?$/i.test(headers['content-encoding'] ?? '');
  if (!isPlain || !request.is(['application/json', 'application/*+json'])) {
    throw new Problem(
      unsupported,
      'Send the body as JSON in UTF-8, uncompressed, with the header Content-Type: application/json.',
    );
  }
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new Problem('invalid-request', 'Send the body in UTF-8; no other charset is read.');
  }
}

/** The error of JSON.parse is not kept as the cause: it quotes the body, which may hold a password. */
function parse(bytes: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem('invalid-request', 'The body is not UTF-8.');
  }
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem('invalid-request', `The body is not JSON${place((error as Error).message)}.`);
  }
}

/** Where the syntax error is. The rest of the message of V8 quotes the body. */
function place(message: string): string {
  if (message.includes('end of JSON input')) return ': it ends too early';
  const position = /at position (\d+)/.exec(message)?.[1];
  return position === undefined ? '' : `: look at character ${Number(position) + 1}`;
}

function withCanonicalNames(
  body: unknown,
  canonical: ReadonlyMap<string, string>,
): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem('invalid-request', 'The body must be a JSON object.');
  }
  const entries = Object.entries(body);
  if (entries.length > MOST_PROPERTIES) {
    throw new Problem('invalid-request', `Send at most ${MOST_PROPERTIES} properties.`);
  }
  const named = new Map<string, unknown>();
  for (const [given, value] of entries) {
    const name = canonical.get(given.toLowerCase()) ?? given;
    if (named.has(name)) throw invalidFields([{ field: name, message: 'is given twice' }]);
    named.set(name, value);
  }
  // fromEntries defines properties, so that `__proto__` is one like any other, and refused as unknown.
  return Object.fromEntries(named);
}

/** How many values a body holds. @throws Problem invalid-request for too many levels or too long a list */
function countValues(value: unknown, mostElements: number, name = 'the body', level = 1): number {
  if (typeof value !== 'object' || value === null) return 1;
  if (level > MOST_LEVELS) {
    throw new Problem('invalid-request', `The body nests deeper than ${MOST_LEVELS} levels.`);
  }
  if (Array.isArray(value) && value.length > mostElements) {
    throw invalidFields([{ field: name, message: `must have at most ${mostElements} items` }]);
  }
  let count = 1;
  for (const [key, inner] of Object.entries(value)) {
    count += countValues(inner, mostElements, key, level + 1);
  }
  return count;
}
