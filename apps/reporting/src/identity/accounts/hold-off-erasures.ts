import { query, readStatement, type Transaction } from '@platform/db';

const holdOff = readStatement(__dirname, 'hold-off-erasures.sql');

/** For a transaction that writes what an erasure deletes, before anything is read at repeatable read. */
export async function holdOffErasures(tx: Transaction): Promise<void> {
  await query(tx, holdOff);
}
