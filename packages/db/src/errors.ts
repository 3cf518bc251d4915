const NETWORK =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/;
/** A lost connection, or a server that is starting, stopping or has crashed. */
const SHUTDOWN = /^(08...|57P0[123])$/;
const UNABLE_TO_CONNECT = '08001';
/** node-postgres sets no code for these and those in NO_RESPONSE. */
const LOST = /Connection terminated|Client has encountered a connection error|not queryable/;
/** A read-only server, timeouts, standby conflicts, insufficient resources, shutdown. */
const UNAVAILABLE = /^(25006|25P0[34]|40001|53...|55(000|006|P03)|57...)$/;
const NO_RESPONSE =
  /^timeout expired$|timeout exceeded when trying to connect|Query read timeout|pool after calling end/;

/** The server is gone or shutting down; false for a statement that was cancelled or timed out. */
export function isConnectionLost(error: unknown): boolean {
  return hasCode(error, NETWORK) || hasCode(error, SHUTDOWN) || has(error, 'message', LOST);
}

/** The server rejects the user or has no such database; retrying does not help. */
export function isAccessRefused(error: unknown): boolean {
  return hasCode(error, /^(28...|3D000)$/);
}

/** The user lacks a privilege, or a role does not exist (22023, shared with other invalid values). */
export function isPrivilegeMissing(error: unknown): boolean {
  return hasCode(error, /^(42501|22023)$/);
}

/** Unreachable, hung, timed out or access denied, even if wrapped by Prisma or its adapter. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return (
    isConnectionLost(error) ||
    isAccessRefused(error) ||
    hasCode(error, UNAVAILABLE) ||
    has(error, 'message', NO_RESPONSE)
  );
}

/** The database works but ended this statement: a timeout, a cancellation, or a standby conflict. */
export function isStatementTimeout(error: unknown): boolean {
  return hasCode(error, /^(57014|55P03|40001|25P0[34])$/);
}

/** Whether a connection may hold an unread response, or statements prepared before a restore (class XX). */
export function breaksConnection(error: unknown): boolean {
  return (isDatabaseUnavailable(error) && !isLockTimeout(error)) || hasCode(error, /^XX/);
}

export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, /^23505$/);
}

/** The name of the violated foreign key, such as `audit_event_account_id_fkey`; null for other errors. */
export function violatedForeignKey(error: unknown): string | null {
  for (const { message, originalMessage } of chain(error)) {
    const found = /foreign key constraint "(\w+)"/.exec(
      `${String(message)} ${String(originalMessage)}`,
    );
    if (found) return found[1]!;
  }
  return null;
}

/** A type or constraint rejects a value (classes 22 and 23): retrying the same statement fails again. */
export function isDataRefused(error: unknown): boolean {
  return hasCode(error, /^2[23]...$/);
}

/** A deadlock or a serialization failure: a retried transaction may succeed. */
export function isConflict(error: unknown): boolean {
  return hasCode(error, /^(40P01|40001)$/);
}

export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, /^55P03$/);
}

/** A schema, table, column or function is missing, usually because migrations are pending. */
export function isSchemaMissing(error: unknown): boolean {
  return hasCode(error, /^(3F000|42P01|42703|42883)$/);
}

/** Marks any connection failure, such as an expired certificate, as the database being unavailable. */
export function connectionFailed(cause: unknown): unknown {
  if (isDatabaseUnavailable(cause)) return cause;
  return Object.assign(new Error((cause as Error).message, { cause }), { code: UNABLE_TO_CONNECT });
}

export const CANNOT_BE_USED = 'The database in DATABASE_URL cannot be used:';

/** Explains access errors for DATABASE_URL; other errors are returned unchanged. */
export function explainDatabaseError(error: unknown): unknown {
  const explanation = explain(error);
  return explanation === null ? error : new Error(explanation, { cause: error });
}

function explain(error: unknown): string | null {
  if (hasCode(error, /^42501$/))
    return 'The user in DATABASE_URL lacks a privilege; migrations create schemas and tables:';
  if (hasCode(error, /^25006$/))
    return 'The database in DATABASE_URL is read-only; use the URL of the primary:';
  const cannotConnect =
    isConnectionLost(error) || isAccessRefused(error) || has(error, 'message', NO_RESPONSE);
  return cannotConnect ? CANNOT_BE_USED : null;
}

/** Prisma's adapter keeps PostgreSQL's code in `originalCode`, and gives errors of sockets a `kind` instead. */
function hasCode(error: unknown, pattern: RegExp): boolean {
  return ['code', 'originalCode', 'kind'].some(property => has(error, property, pattern));
}

function has(error: unknown, property: string, pattern: RegExp): boolean {
  return [...chain(error)].some(link => {
    const value = link[property];
    return typeof value === 'string' && pattern.test(value);
  });
}

function* chain(error: unknown): Generator<Record<string, unknown>> {
  for (
    let link = error, depth = 0;
    typeof link === 'object' && link !== null && depth < 8;
    depth++
  ) {
    const record = link as Record<string, unknown>;
    yield record;
    if (Array.isArray(record.errors)) yield* record.errors as Record<string, unknown>[];
    link = record.cause ?? (record.meta as Record<string, unknown> | undefined)?.driverAdapterError;
  }
}
