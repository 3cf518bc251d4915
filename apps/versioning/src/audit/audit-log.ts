import {
  type Database,
  inSlices,
  query,
  readStatement,
  type Transaction,
  transaction,
} from '@platform/db';
import type { Log } from '@platform/http';
import { listEventsAfter } from './audit-events';

export type WriteLines = (lines: string) => Promise<void>;

const SLICE = 1_000;

/** Milliseconds from one run to the next. */
const INTERVAL = 5_000;

const lockSequence = readStatement<{ written: number }>(__dirname, 'lock-audit-sequence.sql');
const numberSlice = readStatement<{ numbered: number }>(__dirname, 'number-events.sql');
const setWritten = readStatement(__dirname, 'set-events-written.sql');

/** Numbers the committed events in the order of their commits, without gaps. Returns how many. */
export function numberEvents(db: Database): Promise<number> {
  const number = async (tx: Transaction) => {
    await query(tx, lockSequence);
    const [slice] = await query(tx, numberSlice, { limit: SLICE });
    return slice!.numbered;
  };
  return inSlices(() => transaction(db, number), { size: SLICE });
}

/** Writes the numbered events as lines of JSON, at least once: a crash before the record repeats lines. Returns how many. */
export function writeEvents(db: Database, write: WriteLines): Promise<number> {
  const writeSlice = async (tx: Transaction) => {
    const [sequence] = await query(tx, lockSequence);
    const range = { after: sequence!.written, limit: SLICE, keyIds: null };
    const events = await listEventsAfter(tx, range);
    const last = events.at(-1);
    if (!last) return 0;
    await write(events.map(event => `${JSON.stringify(event)}\n`).join(''));
    await query(tx, setWritten, { written: last.Number });
    return events.length;
  };
  return inSlices(() => transaction(db, writeSlice), { size: SLICE });
}

/** Numbers and writes events every few seconds; `write` is null where they are not logged. */
export class AuditLog {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly log: Log,
    private readonly write: WriteLines | null,
  ) {}

  start(): void {
    this.timer ??= setInterval(() => {
      this.running = this.running.then(() => this.run());
    }, INTERVAL).unref();
  }

  /** Waits for the run under way. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      await numberEvents(this.db);
      if (this.write) await writeEvents(this.db, this.write);
    } catch (error) {
      this.log.warn({ err: error }, 'audit events were not numbered');
    }
  }
}
