import {
  type Database,
  execute,
  query,
  readStatement,
  readStatements,
  type Transaction,
  transaction,
} from '@platform/db';
import type { Job, ScheduledRun } from '@platform/jobs';
import { holdOffErasures } from '../../identity/accounts/operators';
import { renewCounts } from '../renew-counts';

const sql = readStatements(__dirname, 'take-snapshot.sql');

/** The number of rows in a snapshot. */
export interface SnapshotSize {
  /** By department, measurement and profile condition. */
  readonly totals: number;
  /** By member, department and category. */
  readonly statistics: number;
}

const lock = sql('lock-snapshots');
const clear = sql<{ isCleared: true }>('clear-snapshots');
const writeTotals = sql('write-compliance-snapshot');
const writeStatistics = readStatement(__dirname, 'write-monthly-statistics.sql');

/**
 * Writes an organization's compliance snapshot for the day and its statistics for the month of `now`, in UTC, replacing
 * existing ones. Writes nothing if the month has later ones. Snapshots are taken one at a time.
 */
export function takeSnapshot(
  db: Database,
  organization: number,
  now: Date,
  signal?: AbortSignal,
): Promise<SnapshotSize> {
  return transaction(
    db,
    async tx => {
      await holdOffErasures(tx);
      await lockSnapshots(tx);
      const [cleared] = await query(tx, clear, { organization, now });
      if (!cleared) return { totals: 0, statistics: 0 };
      const totals = await execute(tx, writeTotals, { organization, now });
      const statistics = await execute(tx, writeStatistics, { organization, now });
      return { totals, statistics };
    },
    { isolation: 'repeatable read', signal },
  );
}

/** Waits for a running snapshot and blocks others. Call it before locking rows of the history. */
export async function lockSnapshots(tx: Transaction): Promise<void> {
  await query(tx, lock);
}

/** The previous release uses `at` as the time of the snapshot. */
interface OrganizationSnapshot extends ScheduledRun {
  readonly organization: number;
}

/** Enqueues a separate run for each organization, so that only failed ones are retried. */
export const allSnapshotsJob: Job = {
  name: 'snapshots',
  timeout: 900,
  retries: 5,
  async run({ db, data, enqueue, signal }) {
    const { at } = data as ScheduledRun;
    await renewCounts({ db, signal });
    const companies = await db.prisma.company.findMany({
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    const runs = companies.map(({ id }): OrganizationSnapshot => ({ organization: id, at }));
    await transaction(db, tx => enqueue(tx, organizationSnapshotJob.name, runs));
    return { organizations: companies.length };
  },
};

export const organizationSnapshotJob: Job = {
  name: 'snapshot',
  timeout: 1_800,
  retries: 5,
  async run({ db, data, signal }) {
    const { organization } = data as OrganizationSnapshot;
    // The current time, because a late run reads current records.
    const size = await takeSnapshot(db, organization, new Date(), signal);
    return { organization, ...size };
  },
};
