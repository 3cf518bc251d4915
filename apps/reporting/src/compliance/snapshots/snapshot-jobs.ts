import { transaction } from '@platform/db';
import type { Job, ScheduledRun } from '@platform/jobs';
import { renewCounts } from '../renew-counts';
import { takeSnapshot } from './take-snapshot';

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
