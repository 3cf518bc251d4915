import { readStatement, run } from '@platform/db';
import type { Context } from './context';

const statement = readStatement(__dirname, 'purge.sql');

/** Removes what has had its time; what fails is tried again the next time. */
export async function purge({
  db,
  config,
  log,
}: Pick<Context, 'db' | 'config' | 'log'>): Promise<void> {
  try {
    await run(db, statement, { retentionDays: config.auditRetentionDays });
  } catch (error) {
    log.warn({ err: error }, 'old events and sessions were not removed');
  }
}
