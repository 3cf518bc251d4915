import { type Database, execute, inSlices, readStatements } from '@platform/db';
import type { Job } from '@platform/jobs';
import { purgeImports } from '../import/runs/import-runs';
import type { Config } from './config';

const sql = readStatements(__dirname, 'purge.sql');

const purgeEvents = sql('purge-events');
const others = [
  sql('purge-sessions'),
  sql('purge-links'),
  sql('purge-requests'),
  sql('purge-mails'),
];

type Retention = Pick<Config, 'auditRetentionDays' | 'importBeforeDays'>;

/** Deletes what is past its retention period or has ended. Returns the number of rows. */
export async function purge(
  db: Database,
  { auditRetentionDays: retentionDays, importBeforeDays }: Retention,
  signal?: AbortSignal,
): Promise<number> {
  let purged = await inSlices(() => execute(db, purgeEvents, { retentionDays }), signal);
  for (const statement of others) purged += await inSlices(() => execute(db, statement), signal);
  return purged + (await purgeImports(db, importBeforeDays, signal));
}

export function purgeJob(retention: Retention): Job {
  return {
    name: 'purge',
    timeout: 3_000,
    retries: 3,
    run: async ({ db, signal }) => ({ purged: await purge(db, retention, signal) }),
  };
}
