import { type Database, readStatement, run } from '@platform/db';
import type { Log } from '@platform/http';

const statement = readStatement<{ isPurged: true }>(__dirname, 'purge-records.sql');

/** Deletes the records past their 24 hours. A failure is logged: the next round makes up for it. */
export async function purgeRecords(db: Database, log: Log): Promise<void> {
  try {
    let purged: number;
    do {
      purged = (await run(db, statement)).length;
    } while (purged > 0);
  } catch (error) {
    log.warn({ err: error }, 'idempotency records were not purged');
  }
}
