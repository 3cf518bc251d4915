import { type Database, query, readStatement } from '@platform/db';
import type { Job } from '../job-queue/job';

const statement = readStatement<{ purged: number }>(__dirname, 'purge.sql');

/**
 * Deletes audit events older than `retentionDays`, sessions that ended, links and requests of passwords that are over.
 * Returns how many.
 */
export async function purge(
  db: Database,
  retentionDays: number,
  signal?: AbortSignal,
): Promise<number> {
  let purged = 0;
  for (;;) {
    const [slice] = await query(db, statement, { retentionDays });
    purged += slice!.purged;
    if (slice!.purged === 0) return purged;
    signal?.throwIfAborted();
  }
}

export function purgeJob(retentionDays: number): Job {
  return {
    name: 'purge',
    timeout: 3_000,
    retries: 3,
    run: async ({ db, signal }) => ({ purged: await purge(db, retentionDays, signal) }),
  };
}
