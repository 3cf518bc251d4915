import { query, readStatement, type Transaction } from '@platform/db';

const holdOff = readStatement(__dirname, 'hold-off-erasures.sql');

/** The first statement of a transaction that writes what an erasure deletes. */
export async function holdOffErasures(tx: Transaction): Promise<void> {
  await query(tx, holdOff);
}
