import { query, readStatements, transaction } from '@platform/db';
import type { ScheduledJob } from './job';

const sql = readStatements(__dirname, 'earlier-queue.sql');

const hasEarlierQueue = sql<{ hasQueue: boolean }>('has-earlier-queue');
const takeEarlierRuns = sql<{ name: string; data: object }>('take-earlier-runs');

/**
 * Moves runs that are left in the queue of the previous release (pg-boss 10, schema `reporting_jobs`) once its replicas
 * have stopped. The next release drops that schema and this job.
 */
export function earlierQueueJob(names: readonly string[]): ScheduledJob {
  return {
    name: 'earlier-queue',
    schedule: '*/5 * * * *',
    timeout: 60,
    retries: 0,
    async run({ db, enqueue }) {
      const [earlier] = await query(db, hasEarlierQueue);
      if (!earlier!.hasQueue) return { runs: 0 };
      return transaction(db, async tx => {
        const runs = await query(tx, takeEarlierRuns, { names });
        for (const { name, data } of runs) await enqueue(tx, name, [data]);
        return { runs: runs.length };
      });
    },
  };
}
