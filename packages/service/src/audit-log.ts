import { count, oneOf } from '@platform/config';
import {
  type Database,
  inSlices,
  parseStatement,
  query,
  type Transaction,
  transaction,
} from '@platform/db';
import { withTimeout } from './with-timeout';

export const auditSettings = {
  AUDIT_RETENTION_DAYS: count(400, 'retention period of audit events in days'),
  AUDIT_LOG: oneOf(
    ['off', 'stdout'],
    'off',
    'with stdout, each audit event is written to standard output as a line of JSON',
  ),
};

/** Rejects when the signal is aborted. */
export type WriteLines = (lines: string, signal: AbortSignal) => Promise<void>;

export interface AuditEvents<Event> {
  readonly schema: string;
  readonly table: string;
  /** Returns the events numbered above `after`, in order. */
  listAfter(tx: Transaction, after: number, limit: number): Promise<readonly Event[]>;
  numberOf(event: Event): number | null;
}

const SLICE = 1_000;

/** A replica whose output is not being read must not block the others. */
const WRITE_TIMEOUT_MS = 10_000;

export function createAuditLog<Event>(events: AuditEvents<Event>) {
  const { lockSequence, numberSlice, setWritten } = createStatements(events);
  const number = async (tx: Transaction) => {
    await query(tx, lockSequence);
    const [slice] = await query(tx, numberSlice, { limit: SLICE });
    return slice!.numbered;
  };
  const writeSlice = async (tx: Transaction, write: WriteLines, signal: AbortSignal) => {
    const [sequence] = await query(tx, lockSequence);
    const slice = await events.listAfter(tx, sequence!.written, SLICE);
    const last = slice.at(-1);
    if (last === undefined) return 0;
    await write(slice.map(event => `${JSON.stringify(event)}\n`).join(''), signal);
    await query(tx, setWritten, { written: events.numberOf(last) });
    return slice.length;
  };
  return {
    /** Numbers committed events in commit order, without gaps. Returns the count. */
    numberEvents: (db: Database, signal?: AbortSignal) =>
      inSlices(() => transaction(db, number, { signal }), signal, SLICE),
    /** Writes numbered events as lines of JSON, at least once: a crash may repeat them. Returns the count. */
    writeEvents: (db: Database, write: WriteLines, stopping?: AbortSignal) =>
      inSlices(
        () =>
          withTimeout(WRITE_TIMEOUT_MS, stopping, signal =>
            transaction(db, tx => writeSlice(tx, write, signal), { signal }),
          ),
        stopping,
        SLICE,
      ),
  };
}

function createStatements({ schema, table }: Pick<AuditEvents<unknown>, 'schema' | 'table'>) {
  return {
    // Locks the row until the transaction ends.
    lockSequence: parseStatement<{ written: number }>(
      'lock-audit-sequence',
      `insert into ${schema}.audit_sequence as sequence default values
      on conflict (id) do update set numbered = sequence.numbered
      returning written`,
    ),
    // Oldest first. The transaction holds the sequence; a concurrent purge may delete some.
    numberSlice: parseStatement<{ numbered: number }>(
      'number-audit-events',
      `with locked as (
        select id from ${schema}.${table} where number is null order by id limit $limit::integer for update
      ),
      pending as (
        select id, row_number() over (order by id) as position from locked
      ),
      numbered as (
        update ${schema}.${table} as event
        set number = audit_sequence.numbered + pending.position
        from pending
        cross join ${schema}.audit_sequence
        where event.id = pending.id
        returning event.id
      ),
      advanced as (
        update ${schema}.audit_sequence
        set numbered = numbered + (select count(*) from numbered)
      )
      select count(*) as "numbered" from numbered`,
    ),
    setWritten: parseStatement(
      'set-events-written',
      `update ${schema}.audit_sequence set written = $written::bigint`,
    ),
  };
}
