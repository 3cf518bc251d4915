export interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

const DEEPEST_CAUSE = 5;

/**
 * Omits other properties, which hold bodies (body-parser), rows (PostgreSQL) and passwords (ioredis).
 * The code of a PostgreSQL error replaces its message, which may quote values.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code } = error as { code?: unknown };
  const message = safeMessage(error, code);
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return {
    type: error.name,
    message,
    ...(typeof code === 'string' && { code }),
    ...(error.stack !== undefined && { stack: error.stack.replace(error.message, () => message) }),
    ...(inner !== undefined && depth < DEEPEST_CAUSE && { cause: describeError(inner, depth + 1) }),
  };
}

/** Errors of the server, connections and locks, not of statements: their messages quote no values. */
const SAFE_CLASSES = ['08', '25', '40', '53', '55', '57', '58'];

function safeMessage(error: Error, code: unknown): string {
  const isOfPostgres =
    typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in error;
  if (!isOfPostgres || SAFE_CLASSES.includes(code.slice(0, 2))) return error.message;
  const { table, constraint } = error as { table?: string; constraint?: string };
  return ['PostgreSQL', code, table, constraint].filter(Boolean).join(' ');
}

/** The first lines of an error and its causes, for events where the stack is irrelevant. */
export function describeBriefly(error: unknown): string {
  const { message, code, cause } = describeError(error);
  const own = code === undefined || message.includes(code) ? message : `${message} (${code})`;
  return own === '' && cause ? cause.message : own;
}
