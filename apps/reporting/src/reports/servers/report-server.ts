import { type Database, openSnapshot, type Snapshot, type SnapshotOptions } from '@platform/db';
import type { ReportSource } from '../../context';

/** A server that reports are read from. */
export class ReportServer implements ReportSource {
  #running = 0;

  constructor(
    readonly db: Database,
    private readonly beginTimeout?: number,
  ) {}

  /** Reports of this process that are read from it now. */
  get running(): number {
    return this.#running;
  }

  /** Counted at once. @throws DatabaseError; if the signal is aborted, its reason */
  async open(options: SnapshotOptions): Promise<Snapshot> {
    this.#running += 1;
    let isCounted = true;
    const leave = () => {
      if (isCounted) this.#running -= 1;
      isCounted = false;
    };
    try {
      const snapshot = await openSnapshot(this.db, { ...options, beginTimeout: this.beginTimeout });
      return { ...snapshot, close: state => snapshot.close(state).finally(leave) };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** There is no other than the primary. */
  fail(_error: unknown): boolean {
    return false;
  }

  async close(): Promise<void> {
    await this.db.close();
  }
}
