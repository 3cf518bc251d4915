import { query, readStatement, type Transaction } from '@platform/db';
import { type DoneBy } from '../../http/principal';

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

const lock = readStatement(__dirname, 'lock-membership.sql');
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
