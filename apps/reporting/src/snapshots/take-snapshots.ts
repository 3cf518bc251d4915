import { type Database, query, readStatement, transaction } from '@platform/db';
import type { Log } from '@platform/http';
import { renewStandingBitmaps } from '../reports/compliance/standing-bitmaps';
import { type SnapshotSize, takeSnapshot } from './take-snapshot';

export interface TakeSnapshotsOptions {
  readonly db: Database;
  readonly log: Log;
  readonly clock: () => Date;
  readonly organization?: number;
  /** Aborting it leaves the organizations that are still to come. */
  readonly signal?: AbortSignal;
}

export interface SnapshotsTaken extends SnapshotSize {
  readonly organizations: number;
}

const tryLock = readStatement<{ isLocked: boolean }>(__dirname, 'try-lock.sql');

/**
 * Takes the snapshots of organizations, each in its own transaction; null while another process takes them. Uses
 * two connections: one holds the lock.
 * @throws Error naming the organizations of which it failed
 */
export function takeSnapshots(options: TakeSnapshotsOptions): Promise<SnapshotsTaken | null> {
  return transaction(options.db, async tx => {
    const [lock] = await query(tx, tryLock);
    return lock!.isLocked ? takeEach(options) : null;
  });
}

async function takeEach({
  db,
  log,
  clock,
  organization,
  signal,
}: TakeSnapshotsOptions): Promise<SnapshotsTaken> {
  await renewStandingBitmaps({ db, log });
  const companies = await db.prisma.company.findMany({
    where: organization === undefined ? {} : { id: organization },
    select: { id: true, handle: true },
    orderBy: { id: 'asc' },
  });
  const taken = { organizations: 0, totals: 0, statistics: 0 };
  const failed: string[] = [];
  for (const { id, handle } of companies) {
    if (signal?.aborted) break;
    try {
      const { totals, statistics } = await takeSnapshot(db, id, clock());
      taken.organizations++;
      taken.totals += totals;
      taken.statistics += statistics;
      log.info({ organization: handle, totals, statistics }, 'snapshot taken');
    } catch (error) {
      failed.push(handle);
      log.error({ err: error, organization: handle }, 'snapshot failed');
    }
  }
  if (failed.length > 0) throw new Error(`No snapshot was taken of ${failed.join(', ')}.`);
  return taken;
}
