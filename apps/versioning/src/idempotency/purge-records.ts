import { type Database, query, readStatement } from '@platform/db';
import type { Log } from '@platform/http';

const statement = readStatement<{ purged: number }>(__dirname, 'purge-records.sql');

/** Deletes the records past their 24 hours. A failure is logged: the next round makes up for it. */
export async function purgeRecords(db: Database, log: Log): Promise<void> {
  try {
    let slice: { purged: number } | undefined;
    do {
      [slice] = await query(db, statement);
    } while (slice!.purged > 0);
  } catch (error) {
    log.warn({ err: error }, 'idempotency records were not purged');
  }
}
