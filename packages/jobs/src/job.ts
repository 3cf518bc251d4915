import type { Database, Transaction } from '@platform/db';
import type { Log } from '@platform/http';

/** Scheduled or enqueued work, done once over all replicas; background-jobs.ts lists all of it. */
export interface Job<Data extends object = object> {
  readonly name: string;
  /** Seconds until a run is aborted. A dead process's run is repeated 30 seconds after that. */
  readonly timeout: number;
  readonly retries: number;
  /** Connections to the database that a run holds at once; 1 unless said. */
  readonly connections?: number;
  /** Returns what to log. At least once: a process can die after it succeeded. */
  run(work: JobRun<Data>): Promise<object>;
}

export interface ScheduledJob<Data extends object = object> extends Job<Data> {
  /** Cron with five fields, in UTC; null for a job that is only enqueued. */
  readonly schedule: string | null;
}

/** The data of every run beside its own. */
export interface ScheduledRun {
  /** When it was enqueued, also of a run that is repeated; ISO 8601. */
  readonly at: string;
}

export interface JobRun<Data> {
  readonly data: Data;
  /** Statements may take as long as the job. */
  readonly db: Database;
  readonly log: Log;
  /** Aborted at the timeout, and when the service stops. */
  readonly signal: AbortSignal;
  readonly enqueue: Enqueue;
}

/** Enqueues a run for each of `data`, within the transaction. */
export type Enqueue = (tx: Transaction, name: string, data: readonly object[]) => Promise<void>;

export type Wake = (tx: Transaction, name: string) => Promise<void>;
