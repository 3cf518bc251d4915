import { type Database, query, readStatements, type Transaction } from '@platform/db';
import type { Job } from '@platform/jobs';
import { createAuditLog, type WriteLines } from '@platform/service';
import { countedPageOf, MAX_COUNTED, type PageRequest, type PageRow } from '../http/pages';
import { formatTimes, type RowOf } from '../http/times';
import type { AuditEvent, AuditEventKind, AuditEventPage } from './audit-events.dto';
import { type Involved, summarize } from './summarize';

const sql = readStatements(__dirname, 'audit-events.sql');

/** Properties default to null. */
export interface NewAuditEvent {
  readonly kind: AuditEventKind;
  readonly actor: string;
  /** The account of an actor who does something to another account, or to an organization. */
  readonly actorAccountId?: number | null;
  readonly accountId?: number | null;
  readonly companyId?: number | null;
  readonly address?: string | null;
  /** Never a secret. */
  readonly detail?: object;
}

const NULLS = { actorAccountId: null, accountId: null, companyId: null, address: null };

const record = sql('record-event');

/** The caller proceeds only once the event is recorded. */
export async function recordEvent(
  db: Database | Transaction,
  { detail = {}, ...event }: NewAuditEvent,
): Promise<void> {
  await query(db, record, { ...NULLS, ...event, detail: JSON.stringify(detail) });
}

export interface EventFilter {
  readonly accountId: string | null;
  readonly kind: AuditEventKind | null;
  readonly from: Date | null;
  readonly to: Date | null;
  /** The internal ID of the account whose reads are omitted. */
  readonly notReadBy: number | null;
}

type EventRow = RowOf<Omit<AuditEvent, 'summary'>, 'at'> & Involved;

const list = sql<PageRow<EventRow>>('list-audit-events');

/** Returns a page of events, newest first. `total` is at most 10,000. */
export async function listEvents(
  db: Database,
  filter: EventFilter,
  page: PageRequest,
): Promise<AuditEventPage> {
  const { pageSize: limit, offset } = page;
  const rows = await query(db, list, { ...filter, limit, offset, maxCounted: MAX_COUNTED });
  return countedPageOf(rows, page, toEvent);
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
  const { actorName, accountName, companyName, isOwn, ...event } = formatTimes(row);
  const summary = summarize(event, { actorName, accountName, companyName, isOwn });
  return { ...event, summary };
}

export const { numberEvents, writeEvents } = createAuditLog<AuditEvent>({
  schema: 'reporting',
  table: 'audit_event',
  listAfter: listEventsAfter,
  numberOf: ({ number }) => number,
});

/** `write` is null if events are not logged. */
export function auditLogJob(write: WriteLines | null): Job {
  return {
    name: 'audit-log',
    timeout: 600,
    retries: 0,
    run: async ({ db, signal }) => ({
      numbered: await numberEvents(db, signal),
      written: write ? await writeEvents(db, write, signal) : 0,
    }),
  };
}
