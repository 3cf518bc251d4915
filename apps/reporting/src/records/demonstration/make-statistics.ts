import { type Database, query, readStatement, transaction } from '@platform/db';
import { findCompanyId } from '../../access/accounts/find-company';
import { writeMonthlyStatistics } from '../../snapshots/write-monthly-statistics';
import { createCalendar } from './calendar';
import type { Size } from './plan';

const forget = readStatement(__dirname, 'forget-statistics.sql');
const makeEarlier = readStatement(__dirname, 'earlier-statistics.sql');

/** In large a month has 50,000 rows, and two years of them would be half a gigabyte. */
const MONTHS: Readonly<Record<Size, number>> = { small: 24, large: 6 };

/**
 * Monthly statistics of one organization, as many months as its size allows: the last one computed, as of
 * its last Sunday, and the others made up from it.
 */
export async function makeStatistics(
  db: Database,
  { handle, size, now }: { handle: string; size: Size; now: Date },
): Promise<void> {
  const organization = await findCompanyId(db, handle);
  const lastSunday = new Date(`${createCalendar(now).sunday(0)}T02:00:00Z`);
  await transaction(db, async tx => {
    await query(tx, forget, { organization });
    await writeMonthlyStatistics(tx, organization, lastSunday);
    await query(tx, makeEarlier, { organization, months: MONTHS[size] - 1 });
  });
}
