import { type Database, inSlices, query, readStatements, type Transaction } from '@platform/db';
import type { Job } from '@platform/jobs';

const sql = readStatements(__dirname, 'renew-counts.sql');

const renewBitmaps = sql<{ renewed: number }>('renew-standing-bitmaps');
const renewCompliance = sql<{ renewed: number }>('renew-compliance-counts');
const listUncounted = sql<{ departments: number[] }>('list-uncounted-departments');
const addStandingCounts = sql<{ renewed: number }>('add-standing-counts');

/** Members locked by one transaction. */
const MAX_MEMBERS = 500;
/** Higher for compliance counts, because each transaction computes the needs of all profiles. */
const MAX_COUNTED = 5_000;

interface Renewal {
  readonly db: Database;
  readonly max?: number;
  readonly signal?: AbortSignal;
}

/**
 * Renews outdated and adds missing bitmaps, standing counts and compliance counts. Reports are exact without them, but
 * slower. Returns the number of members.
 */
export async function renewCounts({ db, max = MAX_MEMBERS, signal }: Renewal): Promise<number> {
  const now = new Date();
  let renewed = 0;
  for (const statement of [renewBitmaps, addStandingCounts]) {
    const renewSlice = async () => (await query(db, statement, { max }))[0]!.renewed;
    renewed += await inSlices(renewSlice, signal);
  }
  const companies = await db.prisma.company.findMany({
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  for (const { id: organization } of companies) {
    signal?.throwIfAborted();
    renewed += await renewComplianceCounts(db, organization, now, { signal });
  }
  return renewed;
}

/**
 * Renews the compliance counts of departments that have members without current ones, in transactions of about `max`
 * members, for which imports wait. Returns the number of members.
 */
export async function renewComplianceCounts(
  db: Database,
  organization: number,
  now: Date,
  { max = MAX_COUNTED, signal }: Pick<Renewal, 'max' | 'signal'> = {},
): Promise<number> {
  let renewed = 0;
  for (const { departments } of await query(db, listUncounted, { organization, now, max })) {
    signal?.throwIfAborted();
    renewed += (await query(db, renewCompliance, { organization, departments, now }))[0]!.renewed;
  }
  return renewed;
}

/** Adds standing counts for new members without standings, in the transaction that added the members. */
export async function countAddedMembers(tx: Transaction): Promise<void> {
  await query(tx, addStandingCounts, { max: 2 ** 31 - 1 });
}

export const renewCountsJob: Job = {
  // Kept, because it is the name of the queue in existing databases.
  name: 'renew-bitmaps',
  timeout: 3_000,
  retries: 3,
  run: async ({ db, signal }) => ({ renewed: await renewCounts({ db, signal }) }),
};
