import {
  type Database,
  inSlices,
  query,
  readStatement,
  type Transaction,
  transaction,
} from '@platform/db';
import type { Job } from '../../job-queue/job';
import { listEventsAfter } from './list-audit-events';

export type WriteLines = (lines: string) => Promise<void>;

const SLICE = 1_000;

const lockSequence = readStatement<{ written: number }>(__dirname, 'lock-audit-sequence.sql');
const numberSlice = readStatement<{ numbered: number }>(__dirname, 'number-audit-events.sql');

/** Numbers the committed events in commit order, without gaps. Returns how many. */
export function numberEvents(db: Database, signal?: AbortSignal): Promise<number> {
  const number = async (tx: Transaction) => {
    await query(tx, lockSequence);
    const [slice] = await query(tx, numberSlice, { limit: SLICE });
    return slice!.numbered;
  };
  return inSlices(() => transaction(db, number), { size: SLICE, signal });
}

/** Writes the numbered events as lines of JSON, at least once: a crash before the record repeats a line. Returns how many. */
export function writeEvents(
  db: Database,
  write: WriteLines,
  signal?: AbortSignal,
): Promise<number> {
  const writeSlice = async (tx: Transaction) => {
    const [sequence] = await query(tx, lockSequence);
    const events = await listEventsAfter(tx, sequence!.written, SLICE);
    if (events.length === 0) return 0;
    await write(events.map(event => `${JSON.stringify(event)}\n`).join(''));
    const written = events.at(-1)!.number!;
    await query(tx, setWritten, { written });
    return events.length;
  };
  return inSlices(() => transaction(db, writeSlice), { size: SLICE, signal });
}

const setWritten = readStatement(__dirname, 'set-events-written.sql');

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
