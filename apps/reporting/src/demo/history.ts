import { type Database, query, readStatements, transaction } from '@platform/db';
import { takeSnapshot } from '../compliance/snapshots/take-snapshot';
import { requireOrganizationId } from '../identity/organizations/organizations';
import { courses, type DemoOrganization } from './organization';
import type { Size } from './plan';

const sql = readStatements(__dirname, 'history.sql');

const clear = sql('clear-history');
const deriveSnapshots = sql('earlier-snapshots');
const deriveStatistics = sql('earlier-statistics');

const WEEKS = 104;
/** A month of large's biggest organization has 50,000 rows: two years of them would be half a gigabyte. */
const MONTHS: Readonly<Record<Size, number>> = { small: 24, large: 6, huge: 6 };

/**
 * Two years of history: the snapshot of the last Sunday is taken, the earlier ones are derived from it. Only
 * the first organization has monthly statistics of earlier months.
 */
export async function writeHistory(
  db: Database,
  organizations: readonly DemoOrganization[],
  {
    size,
    now,
    onOrganization,
  }: { size: Size; now: Date; onOrganization?: (plan: DemoOrganization) => void },
): Promise<void> {
  const last = lastSunday(now);
  for (const plan of organizations) {
    const organization = await requireOrganizationId(db, plan.handle);
    await query(db, clear, { organization, last });
    await takeSnapshot(db, organization, new Date(`${last}T02:00:00Z`));
    await transaction(db, async tx => {
      const improving = plan.departmentId(courses.indexOf('improving'));
      const declining = plan.departmentId(courses.indexOf('declining'));
      const weeks = WEEKS - 1;
      await query(tx, deriveSnapshots, { organization, last, weeks, improving, declining });
      if (plan.index > 0) return;
      await query(tx, deriveStatistics, { organization, months: MONTHS[size] - 1 });
    });
    onOrganization?.(plan);
  }
}

/** The date, in UTC, of the last Sunday up to `now`. */
function lastSunday(now: Date): string {
  const sunday = new Date(now);
  sunday.setUTCDate(now.getUTCDate() - now.getUTCDay());
  return sunday.toISOString().slice(0, 10);
}
