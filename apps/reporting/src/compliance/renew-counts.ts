import { type Database, inSlices, query, readStatements, type Transaction } from '@platform/db';
import type { Job } from '@platform/jobs';

const sql = readStatements(__dirname, 'renew-counts.sql');

const renewBitmaps = sql<{ renewed: number }>('renew-standing-bitmaps');
const renewCompliance = sql<{ renewed: number }>('renew-compliance-counts');
const listUncounted = sql<{ departments: number[] }>('list-uncounted-departments');
const addStandingCounts = sql<{ renewed: number }>('add-standing-counts');

/** Members of one transaction, which it locks. */
const MAX_MEMBERS = 500;
/** Of compliance counts, current ones included: each transaction looks up once what profiles need. */
const MAX_COUNTED = 5_000;

export interface Renewal {
  readonly db: Database;
  /** Of compliance counts; default: the present. */
  readonly now?: Date;
  readonly max?: number;
  readonly signal?: AbortSignal;
}

/**
 * Renews what time has overtaken and adds what is missing: bitmaps, the number of each member's standings, and what is
 * required and satisfied by department. Reports are exact without it, and slower. Returns of how many members.
 */
export async function renewCounts({
  db,
  now = new Date(),
  max = MAX_MEMBERS,
  signal,
}: Renewal): Promise<number> {
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
 * Counts what is required of the members of an organization, and satisfied, where nothing current is kept: departments
 * with such members, and about `most` in all, in one transaction each, for which imports of the former wait. Returns of how many.
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

/** Counts the standings of members who had none written to them, within the transaction that added them. */
export async function countAddedMembers(tx: Transaction): Promise<void> {
  await query(tx, addStandingCounts, { max: 2 ** 31 - 1 });
}

export const renewCountsJob: Job = {
  // The name of its queue in databases.
  name: 'renew-bitmaps',
  timeout: 3_000,
  retries: 3,
  run: async ({ db, signal }) => ({ renewed: await renewCounts({ db, signal }) }),
};
