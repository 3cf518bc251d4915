import { query, readStatement, readStatements, type Transaction } from '@platform/db';
import { type DoneBy } from '../../http/principal';

const sql = readStatements(__dirname, 'memberships.sql');

/** What is given by hand in an organization. */
export interface Membership {
  readonly accountId: number;
  readonly companyId: number;
  readonly hasAccess: boolean;
  readonly isDeveloper: boolean;
  /** What is left out stays as it is; null removes it. */
  readonly facts: {
    readonly code?: string | null;
    readonly personType?: string | null;
    readonly jobTitle?: string | null;
  };
}

const set = readStatement(__dirname, 'set-membership.sql');

/** Creates or changes a membership; the transaction holds the account's row. Audited. */
export async function setMembership(
  tx: Transaction,
  { facts, ...membership }: Membership,
  doneBy: DoneBy,
): Promise<void> {
  await query(tx, set, { ...membership, facts: JSON.stringify(facts), ...doneBy });
}

const lock = sql('lock-membership');
const remove = readStatement<{ hasRecords: boolean }>(__dirname, 'delete-membership.sql');

/**
 * Deletes a membership, if there is one. Where it has records, it withdraws the access and returns true. Audited.
 */
export async function removeMembership(
  tx: Transaction,
  membership: Pick<Membership, 'accountId' | 'companyId'>,
  doneBy: DoneBy,
): Promise<boolean> {
  await query(tx, lock, membership);
  const [found] = await query(tx, remove, { ...membership, ...doneBy });
  return found?.hasRecords ?? false;
}
