import { type Database, execute, inSlices, query, readStatements } from '@platform/db';
import { createAuditLog } from '@platform/service';
import { isWithin } from '../api-keys/key-access';
import { listKeys } from '../api-keys/key-records';
import { COMMAND_LINE, type Manager } from '../api-keys/keys';
import type { AuditEvent } from './audit-events.dto';

const sql = readStatements(__dirname, 'audit-events.sql');

const list = sql<AuditEvent>('list-events');

interface AuditPage {
  readonly limit: number;
  readonly before: string | null;
  readonly after: number | null;
}

/** Events of the keys within the access of `manager`, in the order described in audit-events.sql. */
export async function listAuditEvents(
  db: Database,
  manager: Manager,
  page: AuditPage,
): Promise<AuditEvent[]> {
  return query(db, list, { ...page, keyIds: await reachOf(db, manager) });
}

/** The keys within the access of `manager`; null for all keys. */
async function reachOf(db: Database, manager: Manager): Promise<number[] | null> {
  if (isWithin(COMMAND_LINE, manager)) return null;
  const keys = await listKeys(db, manager, { includesRevoked: true });
  return keys.map(({ id }) => id);
}

export const { numberEvents, writeEvents } = createAuditLog<AuditEvent>({
  schema: 'versioning',
  table: 'key_event',
  listAfter: (tx, after, limit) => query(tx, list, { after, limit, before: null, keyIds: null }),
  numberOf: event => event.Number,
});

const purgeStatement = sql('purge-events');

/** Returns the number of events purged. */
export function purgeAuditEvents(
  db: Database,
  retentionDays: number,
  signal?: AbortSignal,
): Promise<number> {
  return inSlices(() => execute(db, purgeStatement, { retentionDays }), signal);
}
