import { type Database, query, readStatements, type Transaction } from '@platform/db';
import { MAX_COUNTED, type PageRequest, totalOf } from '../http/pages';
import { formatTimestamp } from '../http/times';
import type { AuditEvent, AuditEventKind } from './audit-events.dto';
import { type Involved, summarize } from './summarize';

const sql = readStatements(__dirname, 'list-audit-events.sql');

export interface EventFilter {
  readonly accountId: string | null;
  readonly kind: AuditEventKind | null;
  readonly from: Date | null;
  readonly to: Date | null;
}

type EventRow = Omit<AuditEvent, 'at' | 'summary'> & { at: Date } & Involved;

const page = sql<{ counted: number } & (EventRow | { id: null })>('list-audit-events');

/** Returns a page of events, newest first. `total` is at most 10,000. */
export async function listEvents(
  db: Database,
  filter: EventFilter,
  { pageSize: limit, offset }: PageRequest,
): Promise<{ items: AuditEvent[]; total: number; isTotalExact: boolean }> {
  const rows = await query(db, page, { ...filter, limit, offset, maxCounted: MAX_COUNTED });
  const items = rows.flatMap(({ counted: _, ...row }) => (row.id === null ? [] : [toEvent(row)]));
  return { items, ...totalOf(rows[0]?.counted ?? 0) };
}

const after = sql<EventRow>('list-events-after');

/** Returns at most `limit` events numbered above `number`, in order. */
export async function listEventsAfter(
  db: Database | Transaction,
  number: number,
  limit: number,
): Promise<AuditEvent[]> {
  return (await query(db, after, { after: number, limit })).map(toEvent);
}

function toEvent(row: EventRow): AuditEvent {
  const { actorName, accountName, companyName, isOwn, at, ...event } = row;
  const summary = summarize(event, { actorName, accountName, companyName, isOwn });
  return { ...event, at: formatTimestamp(at), summary };
}
