/** One field of a request that was refused, and why: `{ field: 'limit', message: 'is empty' }`. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export interface ProblemOptions {
  /** What operators need to know; it goes to the log, never to the client. */
  readonly cause?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: readonly FieldError[];
}

/**
 * An error that is an answer. `code` is stable and names status and title in the service's catalog;
 * `detail` is public by definition and says what to do.
 */
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

/** How many fields one answer names, and how much of a name that the client chose. */
const MOST_FIELDS = 20;
const LONGEST_FIELD = 100;

/** A 400 `invalid-request` that names the fields: `limit must be at least 1; page is empty.` */
export function invalidFields(errors: readonly FieldError[]): Problem {
  const named = errors.slice(0, MOST_FIELDS).map(({ field, message }) => ({
    field: field.length > LONGEST_FIELD ? `${field.slice(0, LONGEST_FIELD)}…` : field,
    message,
  }));
  const said = named.map(({ field, message }) => `${field} ${message}`);
  const rest = errors.length - named.length;
  const detail = [...said, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ').replace(/\.$/, '');
  return new Problem('invalid-request', `${detail}.`, { errors: named });
}
