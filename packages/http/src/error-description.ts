export interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

const MAX_CAUSE_DEPTH = 5;

/** Describes an error for the log. Omits other properties and quoted values: bodies, rows and passwords. */
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
    ...(inner !== undefined &&
      depth < MAX_CAUSE_DEPTH && { cause: describeError(inner, depth + 1) }),
  };
}

/** Names quoted by PostgreSQL, then any other quoted text, in any language, and bytes. A value may contain quotes. */
const QUOTED =
  /\b((?:role|parameter|relation|column|constraint|type|function|encoding) "[^"]*")|["„\p{Pi}\p{Pf}][^]*["“\p{Pi}\p{Pf}]|0x[^]*/gu;

/** Only messages of class 22 quote invalid values; constraint violations quote them in `detail`. */
function safeMessage(error: Error, code: unknown): string {
  const isInvalidValue =
    typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code) && 'severity' in error;
  return isInvalidValue
    ? error.message.replace(QUOTED, (_, name: string | undefined) => name ?? '…')
    : error.message;
}

/** Describes an error in one line, without its stack. */
export function describeBriefly(error: unknown): string {
  const { message, code, cause } = describeError(error);
  const own = code === undefined || message.includes(code) ? message : `${message} (${code})`;
  return own === '' && cause ? cause.message : own;
}
