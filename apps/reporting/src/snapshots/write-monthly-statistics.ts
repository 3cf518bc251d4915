import { query, readStatement, type Transaction } from '@platform/db';

const statement = readStatement<{ written: number }>(__dirname, 'write-monthly-statistics.sql');

/**
 * Writes an organization's statistics of the month of `now`, where there are none yet, and says how many.
 */
export async function writeMonthlyStatistics(
  tx: Transaction,
  organization: number,
  now: Date,
): Promise<number> {
  const [statistics] = await query(tx, statement, { organization, now });
  return statistics!.written;
}
