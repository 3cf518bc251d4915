import { query, readStatement, type Transaction } from '@platform/db';

const holdOff = readStatement(__dirname, 'hold-off-erasures.sql');

/** For transactions that write data that an erasure deletes. Call it before the first read at repeatable read. */
export async function holdOffErasures(tx: Transaction): Promise<void> {
  await query(tx, holdOff);
}
