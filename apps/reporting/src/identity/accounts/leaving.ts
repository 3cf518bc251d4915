import type { Database, Transaction } from '@platform/db';
import { query, readStatements, retryConflict, transaction } from '@platform/db';
import { Problem } from '@platform/http';
import type { Caller } from '../../http/caller';
import type { DoneBy } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { findOrganizationId } from '../organizations/organizations';
import { findAccountId } from './accounts';
import { type Ended, endSecretsAndSchedules, lockSchedulesOf, markAsKeeper } from './end-access';
import type { Leave, Return } from './leaving.dto';
import { lockAccounts } from './operators';

const sql = readStatements(__dirname, 'leaving.sql');

interface FoundMembership {
  readonly id: number;
  readonly hasAccess: boolean;
  readonly leftByKeeper: boolean;
}

const findIds = sql<{ id: number }>('find-member-ids');
const find = sql<FoundMembership>('find-membership');
const withdraw = sql<Omit<Leave, keyof Ended>>('leave');
const giveBack = sql('return');

export interface Membership {
  readonly accountId: string;
  readonly handle: string;
}

/**
 * Records that a member has left: ends rights, functions, schedules and secrets, but keeps records. Idempotent.
 * @throws Problem unknown-account, unknown-member, unknown-company
 */
export function leave(
  db: Database,
  membership: Membership,
  caller: Caller,
  doneBy: DoneBy,
): Promise<Leave> {
  return change(db, membership, { caller, doneBy }, async (tx, { id: memberId }) => {
    const [left] = await query(tx, withdraw, { memberId, ...doneBy });
    return { ...left!, ...(await endSecretsAndSchedules(tx, [memberId], doneBy)) };
  });
}

/**
 * Restores access. Only an operator can restore access that an operator withdrew.
 * @throws Problem operator-required, and those of `leave`
 */
export function comeBack(
  db: Database,
  membership: Membership,
  caller: Caller,
  doneBy: DoneBy,
): Promise<Return> {
  return change(db, membership, { caller, doneBy }, async (tx, found) => {
    if (caller.isKeeper && !found.hasAccess && !found.leftByKeeper)
      throw problemOf('operator-required');
    await query(tx, giveBack, { memberId: found.id, ...doneBy });
    return { access: !found.hasAccess };
  });
}

/** Changes a membership in one transaction, taking locks in the order in docs/architecture.md. */
async function change<Result>(
  db: Database,
  { accountId: uuid, handle }: Membership,
  { caller, doneBy }: { readonly caller: Caller; readonly doneBy: DoneBy },
  work: (tx: Transaction, found: FoundMembership) => Promise<Result>,
): Promise<Result> {
  const companyId = await findOrganizationId(db, handle);
  if (caller.isKeeper && companyId !== caller.organization?.id) throw problemOf('unknown-account');
  if (companyId === null) throw problemOf('unknown-company');
  const accountId = await findAccountId(db, uuid);
  const changeOnce = async (tx: Transaction) => {
    if (caller.isKeeper) await markAsKeeper(tx);
    const ids = await query(tx, findIds, { accountId, companyId });
    await lockSchedulesOf(
      tx,
      ids.map(({ id }) => id),
    );
    await lockAccounts(tx, doneBy, { accountId });
    const [found] = await query(tx, find, { accountId, companyId });
    if (found) return work(tx, found);
    // Do not reveal accounts in other organizations to a record keeper.
    if (caller.isKeeper) throw problemOf('unknown-account');
    throw new Problem('unknown-member', `The account is not a member of ${handle}.`);
  };
  return retryConflict(() => transaction(db, changeOnce));
}
