import { setTimeout as wait } from 'node:timers/promises';
import { type Database, isDatabaseUnavailable, runLibrarySql } from '@platform/db';

type Rows = Awaited<ReturnType<typeof runLibrarySql>>;

/** The statements of pg-boss, which awaits neither those that end a run nor, at its stop, their end. */
export class BossStatements {
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly db: Database,
    private readonly stopping: AbortSignal,
  ) {}

  /**
   * An unhandled rejection would end the process: a statement waits for an unavailable database, and is dropped while
   * the queue stops.
   */
  execute(text: string, values: unknown[]): Promise<Rows> {
    const execution = this.executeWaiting(text, values);
    this.running.add(execution);
    const forget = () => this.running.delete(execution);
    execution.then(forget, forget);
    return execution;
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.running);
  }

  private async executeWaiting(text: string, values: unknown[]): Promise<Rows> {
    for (;;) {
      try {
        return await runLibrarySql(this.db, text, values);
      } catch (error) {
        if (this.stopping.aborted) return undefined as never;
        if (!isDatabaseUnavailable(error)) throw error;
        await wait(1_000, undefined, { signal: this.stopping }).catch(() => undefined);
      }
    }
  }
}
