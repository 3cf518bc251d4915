import { transaction } from '@platform/db';
import type { Job } from '../job-queue/job';
import { renewCounts } from '../reports/compliance/renew-counts';
import { takeSnapshot } from './take-snapshot';

interface OrganizationSnapshot {
  readonly organization: number;
  /** ISO 8601: the snapshot is of the day that was due, however late it is taken. */
  readonly at: string;
}

/** Enqueues a snapshot of every organization: each is a run of its own, so that one that fails is repeated alone. */
export function snapshotsJob(clock: () => Date): Job {
  return {
    name: 'snapshots',
    timeout: 900,
    retries: 5,
    async run({ db, enqueue, signal }) {
      await renewCounts({ db, signal });
      const companies = await db.prisma.company.findMany({
        select: { id: true },
        orderBy: { id: 'asc' },
      });
      const at = clock().toISOString();
      const runs = companies.map(({ id }): OrganizationSnapshot => ({ organization: id, at }));
      await transaction(db, tx => enqueue(tx, snapshotJob.name, runs));
      return { organizations: companies.length };
    },
  };
}

export const snapshotJob: Job = {
  name: 'snapshot',
  timeout: 1_800,
  retries: 5,
  async run({ db, data, signal }) {
    const { organization, at } = data as OrganizationSnapshot;
    const size = await takeSnapshot(db, organization, new Date(at), signal);
    return { organization, ...size };
  },
};
