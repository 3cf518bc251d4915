import { type Database, query, readStatement } from '@platform/db';
import type { Job } from '../../job-queue/job';

const FAULT_DAYS = 30;

const purge = readStatement<{ purged: number }>(__dirname, 'purge-imports.sql');

/** Deletes faults after 30 days, and the rows as they were after `beforeDays`. Returns how many. */
export async function purgeImports(
  db: Database,
  beforeDays: number,
  signal?: AbortSignal,
): Promise<number> {
  for (let purged = 0; ; ) {
    const [slice] = await query(db, purge, { faultDays: FAULT_DAYS, beforeDays });
    purged += slice!.purged;
    if (slice!.purged === 0) return purged;
    signal?.throwIfAborted();
  }
}

export function purgeImportsJob(beforeDays: number): Job {
  return {
    name: 'purge-imports',
    timeout: 3_000,
    retries: 3,
    run: async ({ db, signal }) => ({ purged: await purgeImports(db, beforeDays, signal) }),
  };
}
