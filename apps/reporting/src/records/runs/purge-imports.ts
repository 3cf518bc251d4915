import { type Database, inSlices, query, readStatement } from '@platform/db';
import type { Job } from '../../job-queue/job';

const FAULT_DAYS = 30;

const statement = readStatement<{ purged: number }>(__dirname, 'purge-imports.sql');

/** Deletes faults after 30 days, and the rows as they were after `beforeDays`. Returns how many. */
export function purgeImports(
  db: Database,
  beforeDays: number,
  signal?: AbortSignal,
): Promise<number> {
  const given = { faultDays: FAULT_DAYS, beforeDays };
  return inSlices(async () => (await query(db, statement, given))[0]!.purged, { signal });
}

export function purgeImportsJob(beforeDays: number): Job {
  return {
    name: 'purge-imports',
    timeout: 3_000,
    retries: 3,
    run: async ({ db, signal }) => ({ purged: await purgeImports(db, beforeDays, signal) }),
  };
}
