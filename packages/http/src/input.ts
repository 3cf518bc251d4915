import { isUtf8 } from 'node:buffer';
import { Busboy } from '@fastify/busboy';
import type { Request, RequestHandler } from 'express';
import type { BodiesInFlight, BodyOptions } from './bodies';
import { operationOf } from './operations';
import { type FieldError, invalidField, invalidFields, Problem } from './problems';

/** Checks the query of operations that read their body themselves. @throws Problem as `requireDocumentedQuery` does */
export function documentedQuery({ maxParameters }: QueryOptions): RequestHandler {
  return (request, _response, next) => {
    requireDocumentedQuery(request, maxParameters);
    next();
  };
}

interface QueryOptions {
  readonly maxParameters: number;
}

/** Rejects undocumented, empty and repeated parameters; omits those that may be empty. @throws Problem invalid-request naming each of them */
function requireDocumentedQuery(request: Request, max: number): void {
  if (!request.url.includes('?')) return;
  const operation = operationOf(request);
  const sent = omitEmpty(request, operation?.mayBeEmpty ?? new Set());
  if (sent.length > max) {
    throw new Problem('invalid-request', `Send at most ${max} query parameters.`);
  }
  const faults = findFaults(sent, operation?.query ?? new Map());
  if (faults.length > 0) throw invalidFields(faults);
}

function omitEmpty(request: Request, mayBeEmpty: ReadonlySet<string>): [string, string][] {
  const [path = '', ...search] = request.url.split('?');
  const sent = [...new URLSearchParams(search.join('?'))];
  const used = sent.filter(([name, value]) => value !== '' || !mayBeEmpty.has(name));
  if (used.length < sent.length) {
    request.url = [path, new URLSearchParams(used).toString()].filter(Boolean).join('?');
  }
  return used;
}

function findFaults(
  sent: readonly (readonly [string, string])[],
  known: ReadonlyMap<string, boolean>,
): FieldError[] {
  const faults = new Map<string, string>();
  const seen = new Set<string>();
  for (const [name, value] of sent) {
    const isList = known.get(name);
    if (isList === undefined) faults.set(name, unknown(known));
    else if (value === '') faults.set(name, 'must not be empty');
    else if (!isList && seen.has(name)) faults.set(name, 'must not be repeated');
    seen.add(name);
  }
  return [...faults].map(([field, message]) => ({ field, message }));
}

function unknown(known: ReadonlyMap<string, boolean>): string {
  const names = known.size === 0 ? 'none' : [...known.keys()].join(', ');
  return `is not a query parameter of this operation, which accepts ${names}`;
}

export interface JsonInputOptions extends QueryOptions, BodyOptions {
  readonly maxElements: number;
  /** Property names that are matched case-insensitively and normalized to this spelling. */
  readonly properties?: readonly string[];
  /** The problem for content that is not plain JSON; a service without a 415 uses `invalid-request`. */
  readonly unsupported?: 'unsupported-media-type' | 'invalid-request';
  /** For operations without a body: do not read it (default), or reject anything but `{}`. */
  readonly undocumented?: 'ignore' | 'refuse';
}

/** Well above what any operation needs; bounds validation time. */
const MAX_PROPERTIES = 100;
const MAX_LEVELS = 32;
/** Bodies with more values are validated only up to the first error. */
const MAX_FULLY_VALIDATED = 200;

/**
 * Checks the query and reads a JSON body. Runs after authentication, like all `@Middlewares`. A missing body is read as
 * `{}`, so that validation names the missing fields. A large body is rejected at its first error, because tsoa collects
 * all errors in quadratic time.
 * @throws Problem invalid-request naming parameters, busy, or a problem with the body
 */
export function jsonInput(options: JsonInputOptions): RequestHandler {
  const { maxElements, properties = [], unsupported = 'unsupported-media-type' } = options;
  const canonical = new Map(properties.map(property => [property.toLowerCase(), property]));
  const findUndocumented = options.undocumented === 'refuse' ? findProperty : null;
  return async (request, _response, next) => {
    requireDocumentedQuery(request, options.maxParameters);
    const documented = operationOf(request)?.findBodyFault;
    const findFault = documented ?? findUndocumented;
    if (findFault && hasBody(request)) {
      requirePlainJson(request, unsupported);
      const bytes = await readBody(request, options).catch((error: unknown) => {
        if (documented || !isTooLarge(error)) throw error;
        // It is as undocumented as any other body.
        const { headers } = error;
        throw new Problem('invalid-request', 'This operation has no body.', { headers });
      });
      const body = withCanonicalItems(parse(bytes), canonical);
      const isLarge = countValues(body, maxElements) > MAX_FULLY_VALIDATED;
      const fault = isLarge || !documented ? findFault(body) : null;
      if (fault) throw invalidFields([fault]);
      request.body = body;
    } else if (documented) {
      request.body = {};
    }
    next();
  };
}

function readBody(request: Request, options: BodyOptions): Promise<Buffer> {
  return (request.app.locals.bodies as BodiesInFlight).read(request, options);
}

function isTooLarge(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'body-too-large';
}

/**
 * Checks the query and reads the text fields of a multipart or urlencoded form. Runs after authentication, like `jsonInput`.
 * @throws Problem as `jsonInput` does
 */
export function formInput(options: QueryOptions & BodyOptions): RequestHandler {
  return async (request, _response, next) => {
    requireDocumentedQuery(request, options.maxParameters);
    request.body = await parseForm(request, await readBody(request, options));
    next();
  };
}

function parseForm({ headers }: Request, bytes: Buffer): Promise<Record<string, string>> {
  return new Promise<Record<string, string>>((resolve, reject) => {
    const fields = new Map<string, string>();
    const type = headers['content-type'] ?? '';
    const parser = new Busboy({ headers: { 'content-type': type }, limits: { files: 0 } });
    parser.on('field', (name, value) => fields.set(name, value));
    parser.on('error', reject);
    parser.on('finish', () => resolve(Object.fromEntries(fields)));
    parser.end(bytes);
  }).catch(() => {
    throw new Problem(
      'invalid-request',
      'Send a form with the header Content-Type: application/x-www-form-urlencoded.',
    );
  });
}

/** An operation without a body accepts only `{}`, because a property would have no effect. */
function findProperty(body: unknown): FieldError | null {
  const [field] = Object.keys(body as object);
  return field === undefined ? null : { field, message: 'is not a known property' };
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
  const charset = charsetOf(headers['content-type']);
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new Problem(
      'invalid-request',
      'Send the body in UTF-8; other charsets are not supported.',
    );
  }
}

export function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType ?? '')?.[1];
}

/** Drops the cause: the error from JSON.parse quotes the body, which may contain a password. */
function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Problem('invalid-request', 'The body is not UTF-8.');
  // Strips a byte order mark.
  const text = new TextDecoder().decode(bytes);
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    throw new Problem('invalid-request', `The body is not valid JSON${place(message)}.`);
  }
}

/** The position of the syntax error; the rest of V8's message quotes the body. */
function place(message: string): string {
  if (message.includes('end of JSON input')) return ': unexpected end';
  const position = /at position (\d+)/.exec(message)?.[1];
  return position === undefined ? '' : `: syntax error at character ${Number(position) + 1}`;
}

/** Normalizes property names of the body, and of objects in it and in its lists. */
function withCanonicalItems(body: unknown, canonical: ReadonlyMap<string, string>) {
  const named = withCanonicalNames(body, canonical);
  if (canonical.size === 0) return named;
  for (const [property, value] of Object.entries(named)) {
    if (isObject(value)) named[property] = withCanonicalNames(value, canonical);
    if (!Array.isArray(value)) continue;
    for (const [index, item] of value.entries()) {
      if (isObject(item)) value[index] = withCanonicalNames(item, canonical);
    }
  }
  return named;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withCanonicalNames(
  body: unknown,
  canonical: ReadonlyMap<string, string>,
): Record<string, unknown> {
  if (!isObject(body)) {
    throw new Problem('invalid-request', 'The body must be a JSON object.');
  }
  const entries = Object.entries(body);
  if (entries.length > MAX_PROPERTIES) {
    throw new Problem('invalid-request', `Send at most ${MAX_PROPERTIES} properties.`);
  }
  const named = new Map<string, unknown>();
  for (const [key, value] of entries) {
    const name = canonical.get(key.toLowerCase()) ?? key;
    if (named.has(name)) throw invalidField(name, 'must not be repeated');
    named.set(name, value);
  }
  // fromEntries defines `__proto__` as a plain property, which is then rejected as unknown.
  return Object.fromEntries(named);
}

/** Counts the values of a body, and rejects those that cannot be validated or stored. */
function countValues(value: unknown, maxElements: number, name = '', level = 1): number {
  if (typeof value === 'string') requireStorable(name, value);
  if (typeof value !== 'object' || value === null) return 1;
  if (level > MAX_LEVELS) {
    throw new Problem('invalid-request', `The body exceeds ${MAX_LEVELS} levels of nesting.`);
  }
  if (Array.isArray(value) && value.length > maxElements) {
    throw invalidField(name, `must have at most ${maxElements} items`);
  }
  let count = 1;
  for (const [key, inner] of Object.entries(value)) {
    const path = Array.isArray(value) ? `${name}[${key}]` : `${name && `${name}.`}${key}`;
    requireStorable(path, key);
    count += countValues(inner, maxElements, path, level + 1);
  }
  return count;
}

/** PostgreSQL stores no NUL and, in JSON, no half of a surrogate pair; other texts would change. */
function requireStorable(field: string, text: string): void {
  if (text.includes('\0')) throw invalidField(field, 'must not contain NUL');
  if (text.isWellFormed()) return;
  const message = 'must be well-formed Unicode, without half of a surrogate pair';
  throw invalidField(field.toWellFormed(), message);
}
