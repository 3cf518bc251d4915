import { query, readStatements, type Transaction } from '@platform/db';
import type { DoneBy } from '../../http/principal';
import { problemOf } from '../../http/problems';

const sql = readStatements(__dirname, 'operators.sql');

const lock = sql<{ id: number }>('lock-accounts');

/**
 * Locks the caller's account, the changed account and, if the change may disable or demote an operator, all manually
 * appointed operators. @throws Problem operator-required if the caller was erased
 */
export async function lockAccounts(
  tx: Transaction,
  { actorAccountId }: DoneBy,
  { accountId, endsOperator = false }: { accountId: number; endsOperator?: boolean },
): Promise<void> {
  const ids = [actorAccountId, accountId];
  const locked = await query(tx, lock, { ids, operators: endsOperator });
  if (!locked.some(({ id }) => id === actorAccountId)) throw problemOf('operator-required');
}

/** Locks an account, so that limits are checked by one transaction at a time; rows that refer to it remain writable. */
export async function lockAccount(tx: Transaction, accountId: number): Promise<void> {
  await query(tx, lock, { ids: [accountId], operators: false });
}

const hold = sql('hold-actor');

/** Keeps the caller from being erased until the transaction ends. @throws Problem operator-required */
export async function holdActor(tx: Transaction, { actorAccountId }: DoneBy): Promise<void> {
  const [actor] = await query(tx, hold, { actorAccountId });
  if (!actor) throw problemOf('operator-required');
}

const others = sql<{ exist: boolean }>('other-operators');

/** Requires an enabled, manually appointed operator besides these accounts. @throws Problem last-operator */
export async function requireOtherOperator(tx: Transaction, ids: readonly number[]): Promise<void> {
  const [found] = await query(tx, others, { ids });
  if (found!.exist) return;
  throw problemOf('last-operator');
}

const holdOff = sql('hold-off-erasures');

/** For transactions that write data that an erasure deletes. Call it before the first read at repeatable read. */
export async function holdOffErasures(tx: Transaction): Promise<void> {
  await query(tx, holdOff);
}
