import {
  type Database,
  inSlices,
  query,
  type Statement,
  type Transaction,
  transaction,
} from '@platform/db';

/** Rejects when the signal is aborted. */
export type WriteLines = (lines: string, signal: AbortSignal) => Promise<void>;

/** The audit events of a service, and its row that says how far they are numbered and written. */
export interface AuditEvents<Event> {
  /** Returns that row, locked until the transaction ends. */
  readonly lockSequence: Statement<{ written: number }>;
  readonly numberSlice: Statement<{ numbered: number }>;
  readonly setWritten: Statement<unknown>;
  /** Events with a greater number than `after`, by number. */
  listAfter(tx: Transaction, after: number, limit: number): Promise<readonly Event[]>;
  numberOf(event: Event): number | null;
}

export interface AuditLog {
  /** Numbers the committed events in the order of their commits, without gaps. Returns how many. */
  readonly numberEvents: (db: Database, signal?: AbortSignal) => Promise<number>;
  /**
   * Writes the numbered events as lines of JSON, at least once: a crash before the record repeats lines. Returns how
   * many.
   */
  readonly writeEvents: (db: Database, write: WriteLines, signal?: AbortSignal) => Promise<number>;
}

const SLICE = 1_000;

/** Milliseconds: a replica whose output nobody reads must not keep the sequence from the others. */
const WRITE_TIMEOUT = 10_000;

export function createAuditLog<Event>(events: AuditEvents<Event>): AuditLog {
  const { lockSequence, numberSlice, setWritten } = events;
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
    numberEvents: (db, signal) =>
      inSlices(() => transaction(db, number, { signal }), { size: SLICE, signal }),
    writeEvents: (db, write, stopping) =>
      inSlices(
        () => {
          const limit = AbortSignal.timeout(WRITE_TIMEOUT);
          const signal = stopping ? AbortSignal.any([stopping, limit]) : limit;
          return transaction(db, tx => writeSlice(tx, write, signal), { signal });
        },
        { size: SLICE, signal: stopping },
      ),
  };
}
