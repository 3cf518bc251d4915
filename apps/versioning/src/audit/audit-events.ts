import { type Database, inSlices, query, readStatement, type Transaction } from '@platform/db';
import { type Log, Problem } from '@platform/http';
import { createAuditLog } from '@platform/service';
import { COMMAND_LINE, type Manager } from '../api-keys/api-keys';
import { isWithin } from '../api-keys/key-access';
import { listKeys } from '../api-keys/key-records';
import type { KeyPrincipal } from '../context';
import type { AuditEvent } from './audit-events.dto';

const recordStatement = readStatement(__dirname, 'record-refusal.sql');

/** At most one event per minute and reason. A failure is logged. */
export async function recordRefusal(
  { db, log }: { readonly db: Database; readonly log: Log },
  { id, name, credential }: Pick<KeyPrincipal, 'id' | 'name' | 'credential'>,
  reason: string,
): Promise<void> {
  log.info({ key: name, credential, reason }, 'key refused');
  try {
    await query(db, recordStatement, { id, name, reason });
  } catch (error) {
    log.warn({ err: error }, 'the refusal of a key was not recorded');
  }
}

/** Does `work`, and records its refusal for lack of access. @throws what `work` throws */
export async function recordingRefusals<Result>(
  tools: { readonly db: Database; readonly log: Log },
  key: KeyPrincipal,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (refusal) {
    if (refusal instanceof Problem && refusal.code === 'key-scope') {
      await recordRefusal(tools, key, refusal.detail);
    }
    throw refusal;
  }
}

const listBefore = readStatement<AuditEvent>(__dirname, 'list-events-before.sql');

/** Events of the keys within the access of `manager`, newest first, and the event to continue after; null at the end. */
export async function listAuditEvents(
  db: Database,
  manager: Manager,
  { limit, before }: { readonly limit: number; readonly before: string | null },
): Promise<{ events: AuditEvent[]; next: string | null }> {
  const keyIds = await reachOf(db, manager);
  const rows = await query(db, listBefore, { before, limit: limit + 1, keyIds });
  const events = rows.slice(0, limit);
  return { events, next: rows.length > limit ? events.at(-1)!.Id : null };
}

/** The keys within the access of `manager`; null: every one. */
async function reachOf(db: Database, manager: Manager): Promise<number[] | null> {
  if (isWithin(COMMAND_LINE, manager)) return null;
  const keys = await listKeys(db, manager, { includesRevoked: true });
  return keys.map(({ id }) => id);
}

const listAfter = readStatement<AuditEvent>(__dirname, 'list-events-after.sql');

export function listEventsAfter(
  on: Database | Transaction,
  range: {
    readonly after: number;
    readonly limit: number;
    /** Null: of every key. */
    readonly keyIds: readonly number[] | null;
  },
): Promise<AuditEvent[]> {
  return query(on, listAfter, range);
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

const purgeStatement = readStatement<{ purged: number }>(__dirname, 'purge-events.sql');

/** Returns how many. */
export function purgeAuditEvents(
  db: Database,
  retentionDays: number,
  signal?: AbortSignal,
): Promise<number> {
  const purgeSlice = async () => (await query(db, purgeStatement, { retentionDays }))[0]!.purged;
  return inSlices(purgeSlice, signal);
}
