import type { Database } from '@platform/db';
import type { Log } from '@platform/http';
import { repeat, type WriteLines, writeToStandardOutput } from '@platform/service';
import { numberEvents, purgeAuditEvents, writeEvents } from '../audit/audit-events';
import { purgeRecords } from '../idempotency/idempotency';
import type { Config } from './config';

const SECOND = 1_000;
const HOUR = 3_600_000;

/** Each job runs at the start and at intervals, because a replica may not live for a whole interval. */
export function createBackgroundJobs(
  { auditLog, auditRetentionDays }: Pick<Config, 'auditLog' | 'auditRetentionDays'>,
  { db, log }: { readonly db: Database; readonly log: Log },
  write: WriteLines = writeToStandardOutput,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<unknown> | undefined;

  const numberAndWrite = async () => {
    await numberEvents(db, signal);
    if (auditLog === 'stdout') await writeEvents(db, write, signal);
  };
  const run = (interval: number, failure: string, work: () => Promise<unknown>) =>
    repeat({ interval, failure, signal, log }, work);
  return {
    start: () => {
      running ??= Promise.all([
        run(5 * SECOND, 'audit events are not numbered', numberAndWrite),
        run(HOUR, 'idempotency records are not purged', () => purgeRecords(db, signal)),
        run(HOUR, 'audit events are not purged', () =>
          purgeAuditEvents(db, auditRetentionDays, signal),
        ),
      ]);
    },
    /** Stops running jobs after their current statement, and a blocked write immediately. */
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
