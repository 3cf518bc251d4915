import { type Database, query, readStatement, type Transaction, transaction } from '@platform/db';
import type { Job } from '../../job-queue/job';
import { listEventsAfter } from './list-audit-events';

export type WriteLines = (lines: string) => Promise<void>;

const SLICE = 1_000;

const lockSequence = readStatement<{ written: number }>(__dirname, 'lock-audit-sequence.sql');
const numberSlice = readStatement<{ numbered: number }>(__dirname, 'number-audit-events.sql');

/** Numbers the committed events in commit order, without gaps. Returns how many. */
export async function numberEvents(db: Database, signal?: AbortSignal): Promise<number> {
  return repeat(db, signal, async tx => {
    await query(tx, lockSequence);
    const [slice] = await query(tx, numberSlice, { limit: SLICE });
    return slice!.numbered;
  });
}

/** Writes the numbered events as lines of JSON, at least once: a crash before the record repeats a line. Returns how many. */
export async function writeEvents(
  db: Database,
  write: WriteLines,
  signal?: AbortSignal,
): Promise<number> {
  return repeat(db, signal, async tx => {
    const [sequence] = await query(tx, lockSequence);
    const events = await listEventsAfter(tx, sequence!.written, SLICE);
    if (events.length === 0) return 0;
    await write(events.map(event => `${JSON.stringify(event)}\n`).join(''));
    const written = events.at(-1)!.number!;
    await query(tx, setWritten, { written });
    return events.length;
  });
}

const setWritten = readStatement(__dirname, 'set-events-written.sql');

/** Repeats a step, each in a transaction, until one of them handles less than a slice. */
async function repeat(
  db: Database,
  signal: AbortSignal | undefined,
  step: (tx: Transaction) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (;;) {
    const handled = await transaction(db, step);
    total += handled;
    if (handled < SLICE) return total;
    signal?.throwIfAborted();
  }
}

/** `write` is null where events are not logged. */
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
