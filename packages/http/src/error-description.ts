export interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

const DEEPEST_CAUSE = 5;

/**
 * Omits other properties, which hold bodies (body-parser), rows (PostgreSQL) and passwords (ioredis), and the values that
 * messages of PostgreSQL quote.
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

/** Names that PostgreSQL quotes, then what else it quotes, in any language, and bytes. A value may hold quotes. */
const QUOTED =
  /\b((?:role|parameter|relation|column|constraint|type|function|encoding) "[^"]*")|["„\p{Pi}\p{Pf}][^]*["“\p{Pi}\p{Pf}]|0x[^]*/gu;

/** Invalid values are quoted by the messages of class 22 alone; those of constraints quote them in the details. */
function safeMessage(error: Error, code: unknown): string {
  const isInvalidValue =
    typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code) && 'severity' in error;
  return isInvalidValue
    ? error.message.replace(QUOTED, (_, name: string | undefined) => name ?? '…')
    : error.message;
}

/** The first lines of an error and its causes, for events where the stack is irrelevant. */
export function describeBriefly(error: unknown): string {
  const { message, code, cause } = describeError(error);
  const own = code === undefined || message.includes(code) ? message : `${message} (${code})`;
  return own === '' && cause ? cause.message : own;
}
