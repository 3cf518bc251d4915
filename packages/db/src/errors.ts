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

const NETWORK =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)$/;
/** Lost connections, a read-only server, timeouts, conflicts of a standby, a lack of resources, shutdown. */
const SQL_STATE = /^(08...|25006|25P0[34]|40001|53...|55(000|006|P03)|57...)$/;
/** Lost connections; a server that stops, has crashed or starts. */
const SHUTDOWN = /^(08...|57P0[123])$/;
const LOST = /Connection terminated|Client has encountered a connection error|not queryable/;
const PRISMA = /^(P1001|P1002|P1008|P1017|P2024)$/;
const DRIVER_ADAPTER = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;
/** node-postgres gives these no code. */
const MESSAGE =
  /Connection terminated|^timeout expired$|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|pool after calling end/;

/** The server is gone or going; not of a statement that was cancelled or took too long. */
export function isConnectionLost(error: unknown): boolean {
  return [...chain(error)].some(
    ({ code, message }) =>
      (typeof code === 'string' && (NETWORK.test(code) || SHUTDOWN.test(code))) ||
      (typeof message === 'string' && LOST.test(message)),
  );
}

/** Unreachable, hung or timed out, also where Prisma or its adapter wraps the error. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (const { code, originalCode, kind, message } of chain(error)) {
    const codes = [code, originalCode].filter(value => typeof value === 'string');
    if (codes.some(value => NETWORK.test(value) || SQL_STATE.test(value) || PRISMA.test(value))) {
      return true;
    }
    if (typeof kind === 'string' && DRIVER_ADAPTER.test(kind)) return true;
    if (typeof message === 'string' && MESSAGE.test(message)) return true;
  }
  return false;
}

/** Whether a connection may hold an unread answer after an error, or statements of a schema that was replaced. */
export function breaksConnection(error: unknown): boolean {
  return (isDatabaseUnavailable(error) && !isLockTimeout(error)) || isInternal(error);
}

/** Class XX: a prepared statement names a type that a restore has replaced, for example. */
function isInternal(error: unknown): boolean {
  return [...chain(error)].some(({ code }) => typeof code === 'string' && code.startsWith('XX'));
}

export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, '23505', 'P2002');
}

export function isDeadlock(error: unknown): boolean {
  return hasCode(error, '40P01', '40001', 'P2034');
}

export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, '55P03');
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return [...chain(error)].some(({ code }) => typeof code === 'string' && codes.includes(code));
}

/** A schema, table, column or function is missing, as where migrations are. */
export function isSchemaMissing(error: unknown): boolean {
  return hasCode(error, '3F000', '42P01', '42703', '42883', 'P2021', 'P2022');
}

const ACCESS = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'];
const SIGN_IN = ['28P01', '28000', '3D000', 'P1000', 'P1001', 'P1003', 'P1011'];

/** Explains errors of access through DATABASE_URL; other errors are returned unchanged. */
export function explainDatabaseError(error: unknown): unknown {
  const lead = leadOf(error);
  return lead === null ? error : new Error(lead, { cause: error });
}

function leadOf(error: unknown): string | null {
  if (hasCode(error, '42501'))
    return 'The user of DATABASE_URL lacks a right; migrations create schemas and tables:';
  if (hasCode(error, '25006'))
    return 'The database of DATABASE_URL is read-only; name its primary:';
  if (hasCode(error, ...ACCESS, ...SIGN_IN)) return 'The database of DATABASE_URL cannot be used:';
  return null;
}
