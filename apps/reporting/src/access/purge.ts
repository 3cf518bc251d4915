import { query, readStatement } from '@platform/db';
import type { Context } from '../context';

const statement = readStatement<{ purged: number }>(__dirname, 'purge.sql');

/** Removes what has had its time; what fails is tried again the next time. */
export async function purge({
  db,
  config,
  log,
}: Pick<Context, 'db' | 'config' | 'log'>): Promise<void> {
  try {
    let slice: { purged: number } | undefined;
    do {
      [slice] = await query(db, statement, { retentionDays: config.auditRetentionDays });
    } while (slice!.purged > 0);
  } catch (error) {
    log.warn({ err: error }, 'old events and sessions were not removed');
  }
}
