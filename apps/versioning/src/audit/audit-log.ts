import { setTimeout as wait } from 'node:timers/promises';
import { type Database, readStatement } from '@platform/db';
import type { Log } from '@platform/http';
import { createAuditLog, type WriteLines } from '@platform/service';
import { listEventsAfter } from './audit-events';
import type { AuditEvent } from './audit-events.dto';

/** Milliseconds from one run to the next. */
const INTERVAL = 5_000;

export const { numberEvents, writeEvents } = createAuditLog<AuditEvent>({
  lockSequence: readStatement(__dirname, 'lock-audit-sequence.sql'),
  numberSlice: readStatement(__dirname, 'number-events.sql'),
  setWritten: readStatement(__dirname, 'set-events-written.sql'),
  listAfter: (tx, after, limit) => listEventsAfter(tx, { after, limit, keyIds: null }),
  numberOf: event => event.Number,
});

/** Numbers and writes events every few seconds; `write` is null where they are not logged. */
export class AuditLog {
  readonly #stopping = new AbortController();
  #runs: Promise<void> | undefined;

  constructor(
    private readonly db: Database,
    private readonly log: Log,
    private readonly write: WriteLines | null,
  ) {}

  start(): void {
    this.#runs ??= this.#keepRunning(this.#stopping.signal);
  }

  /** Ends the run under way between two statements, and a write that nobody reads at once. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#runs;
  }

  async #keepRunning(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#run(signal);
      await wait(INTERVAL, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    try {
      await numberEvents(this.db, signal);
      if (this.write) await writeEvents(this.db, this.write, signal);
    } catch (error) {
      if (!signal.aborted) this.log.warn({ err: error }, 'audit events were not numbered');
    }
  }
}
