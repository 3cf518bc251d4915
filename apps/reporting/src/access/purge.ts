import { type Database, query, readStatement } from '@platform/db';
import type { Log } from '@platform/http';

const statement = readStatement<{ purged: number }>(__dirname, 'purge.sql');

/** Deletes audit events past their retention and sessions that ended; a failure is retried at the next run. */
export async function purge({
  db,
  retentionDays,
  log,
}: {
  readonly db: Database;
  /** Of audit events. */
  readonly retentionDays: number;
  readonly log: Log;
}): Promise<void> {
  try {
    let slice: { purged: number } | undefined;
    do {
      [slice] = await query(db, statement, { retentionDays });
    } while (slice!.purged > 0);
  } catch (error) {
    log.warn({ err: error }, 'old events and sessions were not removed');
  }
}
