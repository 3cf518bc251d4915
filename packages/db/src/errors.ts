const NETWORK =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)$/;
/** Lost connections; a server that stops, has crashed or starts. */
const SHUTDOWN = /^(08...|57P0[123])$/;
const UNABLE_TO_CONNECT = '08001';
/** node-postgres gives these no code, nor the others below. */
const LOST = /Connection terminated|Client has encountered a connection error|not queryable/;
/** A read-only server, timeouts, conflicts of a standby, a lack of resources, shutdown. */
const SQL_STATE = /^(25006|25P0[34]|40001|53...|55(000|006|P03)|57...)$/;
const PRISMA = /^(P1001|P1002|P1008|P1017|P2024)$/;
const DRIVER_ADAPTER = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;
const NO_ANSWER =
  /^timeout expired$|timeout exceeded when trying to connect|Query read timeout|pool after calling end/;

/** The server is gone or going; not of a statement that was cancelled or took too long. */
export function isConnectionLost(error: unknown): boolean {
  return hasCode(error, NETWORK) || hasCode(error, SHUTDOWN) || has(error, 'message', LOST);
}

/** The server refuses the user or has no such database, until somebody changes that. */
export function isAccessRefused(error: unknown): boolean {
  return hasCode(error, /^(28...|3D000)$/);
}

/** A privilege that the user lacks, or a role that does not exist (22023, as for other invalid values). */
export function isPrivilegeMissing(error: unknown): boolean {
  return hasCode(error, /^(42501|22023)$/);
}

/** Unreachable, hung, timed out or closed to its user, also where Prisma or its adapter wraps the error. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return (
    isConnectionLost(error) ||
    isAccessRefused(error) ||
    hasCode(error, SQL_STATE) ||
    hasCode(error, PRISMA) ||
    has(error, 'kind', DRIVER_ADAPTER) ||
    has(error, 'message', NO_ANSWER)
  );
}

/** The database works, but ended this statement: by a timeout, a cancellation, or a conflict of a standby. */
export function isStatementTimeout(error: unknown): boolean {
  return hasCode(error, /^(57014|55P03|40001|25P0[34])$/);
}

/** Whether a connection may hold an unread answer, or statements of a schema that a restore has replaced (class XX). */
export function breaksConnection(error: unknown): boolean {
  return (isDatabaseUnavailable(error) && !isLockTimeout(error)) || hasCode(error, /^XX/);
}

export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, /^(23505|P2002)$/);
}

/** The foreign key that a row would violate, as `audit_event_account_id_fkey`; null for other errors. */
export function violatedForeignKey(error: unknown): string | null {
  for (const { message, originalMessage } of chain(error)) {
    const found = /foreign key constraint "(\w+)"/.exec(
      `${String(message)} ${String(originalMessage)}`,
    );
    if (found) return found[1]!;
  }
  return null;
}

/** A value that a type or a constraint refuses (classes 22 and 23): the same statement fails again, others may not. */
export function isDataRefused(error: unknown): boolean {
  return hasCode(error, /^2[23]...$/);
}

export function isDeadlock(error: unknown): boolean {
  return hasCode(error, /^(40P01|40001|P2034)$/);
}

export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, /^55P03$/);
}

/** A schema, table, column or function is missing, as where migrations are. */
export function isSchemaMissing(error: unknown): boolean {
  return hasCode(error, /^(3F000|42P01|42703|42883|P2021|P2022)$/);
}

/**
 * Whatever keeps a connection from being made makes the database unavailable, such as a certificate that has expired.
 */
export function connectionFailed(cause: unknown): unknown {
  if (isDatabaseUnavailable(cause)) return cause;
  return Object.assign(new Error((cause as Error).message, { cause }), { code: UNABLE_TO_CONNECT });
}

export const CANNOT_BE_USED = 'The database of DATABASE_URL cannot be used:';

/** Explains errors of access through DATABASE_URL; other errors are returned unchanged. */
export function explainDatabaseError(error: unknown): unknown {
  const lead = leadOf(error);
  return lead === null ? error : new Error(lead, { cause: error });
}

function leadOf(error: unknown): string | null {
  if (hasCode(error, /^42501$/))
    return 'The user of DATABASE_URL lacks a right; migrations create schemas and tables:';
  if (hasCode(error, /^25006$/))
    return 'The database of DATABASE_URL is read-only; name its primary:';
  const cannotConnect =
    isConnectionLost(error) || isAccessRefused(error) || hasCode(error, /^P10\d\d$/);
  return cannotConnect || has(error, 'message', NO_ANSWER) ? CANNOT_BE_USED : null;
}

/** The adapter of Prisma keeps the code of PostgreSQL as `originalCode`. */
function hasCode(error: unknown, pattern: RegExp): boolean {
  return has(error, 'code', pattern) || has(error, 'originalCode', pattern);
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
