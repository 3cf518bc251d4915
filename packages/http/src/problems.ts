export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export interface ProblemOptions {
  /** Logged for operators, never sent to the client. */
  readonly cause?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: readonly FieldError[];
}

/** An error for the client: `code` selects the status and title from the catalog, `detail` says what to do. */
export class Problem extends Error {
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly FieldError[] | undefined;

  constructor(
    readonly code: string,
    readonly detail: string,
    { cause, headers = {}, errors }: ProblemOptions = {},
  ) {
    super(detail, { cause });
    this.name = 'Problem';
    this.headers = headers;
    this.errors = errors;
  }
}

const MAX_FIELDS = 20;
const MAX_FIELD_LENGTH = 100;

/** Returns a 400 `invalid-request` naming the fields, such as `limit must be at least 1; page is empty.` */
export function invalidFields(errors: readonly FieldError[]): Problem {
  const named = errors.slice(0, MAX_FIELDS).map(({ field, message }) => ({
    field: field.length > MAX_FIELD_LENGTH ? `${field.slice(0, MAX_FIELD_LENGTH)}…` : field,
    message,
  }));
  const messages = named.map(({ field, message }) => `${field} ${message}`);
  const rest = errors.length - named.length;
  const detail = [...messages, ...(rest > 0 ? [`and ${rest} more`] : [])]
    .join('; ')
    .replace(/\.$/, '');
  return new Problem('invalid-request', `${detail}.`, { errors: named });
}

export function invalidField(field: string, message: string): Problem {
  return invalidFields([{ field, message }]);
}

export type ProblemCatalog = Readonly<Record<string, { status: number; title: string }>>;

/** For the documentation: an example for each code, or several by name. */
export type ProblemExamples<Code extends string> = Readonly<
  Partial<Record<Code, string | Problem | Readonly<Record<string, string>>>>
>;

export const baseProblems = {
  'invalid-request': { status: 400, title: 'Invalid request' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'request-timeout': { status: 408, title: 'Request timeout' },
  'precondition-failed': { status: 412, title: 'Precondition failed' },
  'body-too-large': { status: 413, title: 'Body too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'range-not-satisfiable': { status: 416, title: 'Range not satisfiable' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  'headers-too-large': { status: 431, title: 'Headers too large' },
  internal: { status: 500, title: 'Internal error' },
  'database-unavailable': { status: 503, title: 'Service unavailable' },
  busy: { status: 503, title: 'Busy' },
} as const satisfies ProblemCatalog;

/** `pascal` is `{ Title, Status, Detail, Code }`, `rfc9457` application/problem+json. */
export type ProblemStyle = 'pascal' | 'rfc9457';

export type RenderedProblem = ReturnType<typeof renderProblem>;

/** @throws Error for a code that is missing from the catalog */
export function renderProblem(
  { code, detail, errors }: Problem,
  catalog: ProblemCatalog,
  style: ProblemStyle,
) {
  const entry = catalog[code];
  if (!entry) throw new Error(`The problem ${code} is missing from the catalog`);
  const { status, title } = entry;
  if (style === 'pascal') {
    const body = { Title: title, Status: status, Detail: detail, Code: code };
    return { status, contentType: 'application/json', body: JSON.stringify(body) };
  }
  // There are no documentation pages for problem types (RFC 9457, 4.2.1).
  const body = { type: 'about:blank', title, status, detail, code, errors };
  return { status, contentType: 'application/problem+json', body: JSON.stringify(body) };
}
