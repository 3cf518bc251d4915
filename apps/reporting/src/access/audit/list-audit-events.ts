import { type Database, query, readStatement } from '@platform/db';
import type { PageRequest } from '../../wire-format';
import { formatTimestamp } from '../../wire-format';
import type { AuditEvent, AuditEventKind } from './audit-events.dto';

export interface EventFilter {
  /** A UUID. */
  readonly accountId: string | null;
  readonly kind: AuditEventKind | null;
  readonly from: Date | null;
  readonly to: Date | null;
}

type EventRow = { total: number } & ((Omit<AuditEvent, 'at'> & { at: Date }) | { id: null });

const statement = readStatement<EventRow>(__dirname, 'list-audit-events.sql');

/** A page of what was recorded, the latest first. */
export async function listEvents(
  db: Database,
  filter: EventFilter,
  { pageSize: limit, offset }: PageRequest,
): Promise<{ items: AuditEvent[]; total: number }> {
  const rows = await query(db, statement, { ...filter, limit, offset });
  const items = rows.flatMap(({ total: _, ...event }) =>
    event.id === null ? [] : [{ ...event, at: formatTimestamp(event.at) }],
  );
  return { items, total: rows[0]?.total ?? 0 };
}
