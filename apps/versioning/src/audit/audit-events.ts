import { type Database, query, readStatement, type Transaction } from '@platform/db';
import type { Log } from '@platform/http';
import { COMMAND_LINE, type Manager } from '../api-keys/api-keys';
import { isWithin } from '../api-keys/key-access';
import { listKeys } from '../api-keys/key-records';
import type { KeyPrincipal } from '../context';
import { type AuditEvent, AuditEventKind } from './audit-events.dto';

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

/** Events of the keys within the access of `manager`, newest first, and the event to continue after; null at the end. */
export async function listAuditEvents(
  db: Database,
  manager: Manager,
  { limit, before }: { readonly limit: number; readonly before: string | null },
): Promise<{ events: AuditEvent[]; next: string | null }> {
  const keyIds = await reachOf(db, manager);
  const reach = keyIds === null ? {} : { keyId: { in: keyIds } };
  const rows = await db.prisma.keyEvent.findMany({
    where: { ...reach, ...(before !== null && { id: { lt: BigInt(before) } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const page = rows.slice(0, limit).map(row => ({
    Id: String(row.id),
    Number: row.number === null ? null : Number(row.number),
    At: row.at,
    Kind: AuditEventKind[row.kind as keyof typeof AuditEventKind],
    Actor: row.actor,
    KeyId: row.keyId === null ? null : String(row.keyId),
    KeyName: row.keyName,
    Detail: row.detail,
  }));
  return { events: page, next: rows.length > limit ? page.at(-1)!.Id : null };
}

/** The keys within the access of `manager`; null: every one. */
async function reachOf(db: Database, manager: Manager): Promise<number[] | null> {
  if (isWithin(COMMAND_LINE, manager)) return null;
  return (await listKeys(db, manager)).map(({ id }) => id);
}

const listAfter = readStatement<AuditEvent>(__dirname, 'list-events-after.sql');

/** Events with a greater number than `after`, in its order. */
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

/** A failure is logged; the next run catches up. */
export async function purgeAuditEvents(db: Database, log: Log, days: number): Promise<void> {
  try {
    const before = new Date(Date.now() - days * 86_400_000);
    await db.prisma.keyEvent.deleteMany({ where: { at: { lt: before } } });
  } catch (error) {
    log.warn({ err: error }, 'audit events were not purged');
  }
}
