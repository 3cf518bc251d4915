import { type Database, inSlices, query, readStatement } from '@platform/db';
import type { Job } from '@platform/jobs';

const statement = readStatement<{ purged: number }>(__dirname, 'purge.sql');

/**
 * Deletes audit events older than `retentionDays`, ended sessions, and expired password links and reset requests.
 * Returns the number deleted.
 */
export function purge(db: Database, retentionDays: number, signal?: AbortSignal): Promise<number> {
  const purgeSlice = async () => (await query(db, statement, { retentionDays }))[0]!.purged;
  return inSlices(purgeSlice, signal);
}

export function purgeJob(retentionDays: number): Job {
  return {
    name: 'purge',
    timeout: 3_000,
    retries: 3,
    run: async ({ db, signal }) => ({ purged: await purge(db, retentionDays, signal) }),
  };
}
