/** As much of an error as may be logged. */
export interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

const DEEPEST_CAUSE = 5;

/**
 * An error for the log: what it is and where it came from, and none of its other properties. Those hold
 * bodies (body-parser), row values (PostgreSQL's `detail`) and passwords (ioredis' `command`).
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code } = error as { code?: unknown };
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(inner !== undefined && depth < DEEPEST_CAUSE && { cause: describeError(inner, depth + 1) }),
  };
}
