import type { Database, Transaction } from '@platform/db';
import { execute, inSlices, query, readStatements } from '@platform/db';
import { createAuditLog } from '@platform/service';
import { COMMAND_LINE, type Manager } from '../api-keys/api-keys';
import { isWithin } from '../api-keys/key-access';
import { listKeys } from '../api-keys/key-records';
import type { AuditEvent } from './audit-events.dto';

const sql = readStatements(__dirname, 'audit-events.sql');

const list = sql<AuditEvent>('list-events');

/** Events of the keys within the access of `manager`, newest first, and the event to continue after; null at the end. */
export async function listAuditEvents(
  db: Database,
  manager: Manager,
  { limit, before }: { readonly limit: number; readonly before: string | null },
): Promise<{ events: AuditEvent[]; next: string | null }> {
  const keyIds = await reachOf(db, manager);
  const rows = await query(db, list, { before, after: null, limit: limit + 1, keyIds });
  const events = rows.slice(0, limit);
  return { events, next: rows.length > limit ? events.at(-1)!.Id : null };
}

/** The keys within the access of `manager`; null: every one. */
async function reachOf(db: Database, manager: Manager): Promise<number[] | null> {
  if (isWithin(COMMAND_LINE, manager)) return null;
  const keys = await listKeys(db, manager, { includesRevoked: true });
  return keys.map(({ id }) => id);
}

export function listEventsAfter(
  on: Database | Transaction,
  range: {
    readonly after: number;
    readonly limit: number;
    /** Null: of every key. */
    readonly keyIds: readonly number[] | null;
  },
): Promise<AuditEvent[]> {
  return query(on, list, { before: null, ...range });
}

/** The same, of the keys within the access of `manager`. */
export async function listEventsOf(
  db: Database,
  manager: Manager,
  range: { readonly after: number; readonly limit: number },
): Promise<AuditEvent[]> {
  return listEventsAfter(db, { ...range, keyIds: await reachOf(db, manager) });
}

export const { numberEvents, writeEvents } = createAuditLog<AuditEvent>({
  schema: 'versioning',
  table: 'key_event',
  listAfter: (tx, after, limit) => listEventsAfter(tx, { after, limit, keyIds: null }),
  numberOf: event => event.Number,
});

const purgeStatement = sql('purge-events');

/** Returns how many. */
export function purgeAuditEvents(
  db: Database,
  retentionDays: number,
  signal?: AbortSignal,
): Promise<number> {
  return inSlices(() => execute(db, purgeStatement, { retentionDays }), signal);
}
