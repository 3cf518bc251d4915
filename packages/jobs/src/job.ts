import type { Database, Transaction } from '@platform/db';
import type { Log } from '@platform/http';
import { CronExpressionParser } from 'cron-parser';

/** Scheduled or enqueued work, run once across all replicas; see background-jobs.ts for the list. */
export interface Job<Data extends object = object> {
  readonly name: string;
  /** Seconds until a run is aborted. If its process died, the run is repeated 30 seconds later. */
  readonly timeout: number;
  readonly retries: number;
  /** Database connections that a run uses concurrently; defaults to 1. */
  readonly connections?: number;
  /** Returns fields to log. Runs at least once: a process can die after succeeding. */
  run(work: JobRun<Data>): Promise<object>;
}

export interface ScheduledJob<Data extends object = object> extends Job<Data> {
  /** A cron expression with five fields, in UTC; null for a job that is only enqueued. */
  readonly schedule: string | null;
}

export interface ScheduledRun {
  /** When the run was first enqueued, in ISO 8601; unchanged by retries. */
  readonly at: string;
}

export interface JobRun<Data> {
  readonly data: Data;
  /** Statements may take as long as the job. */
  readonly db: Database;
  readonly log: Log;
  /** Aborted at the timeout and when the service stops. */
  readonly signal: AbortSignal;
  readonly enqueue: Enqueue;
}

/** Enqueues a run for each element of `data` in the transaction. */
export type Enqueue = (tx: Transaction, name: string, data: readonly object[]) => Promise<void>;

export type Wake = (tx: Transaction, name: string) => Promise<void>;

/** Whether a text is a cron expression of five fields that names a time, for the parser of pg-boss. */
export function isCronExpression(text: string): boolean {
  if (text.split(' ').length !== 5) return false;
  try {
    CronExpressionParser.parse(text, { tz: 'UTC' }).next();
    return true;
  } catch {
    return false;
  }
}
