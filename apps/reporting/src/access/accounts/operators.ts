import { query, readStatement, type Transaction } from '@platform/db';
import { Problem } from '@platform/http/problems';
import type { DoneBy } from '../audit/audit';
import { refusals } from '../authentication/refusals';

const lock = readStatement(__dirname, 'lock-operators.sql');

/** The first statement of a transaction that may disable or demote an operator. */
export async function lockOperators(tx: Transaction): Promise<void> {
  await query(tx, lock);
}

const hold = readStatement(__dirname, 'hold-actor.sql');

/** Keeps the caller from being erased until the transaction ends. @throws Problem operator-required */
export async function holdActor(tx: Transaction, { actorAccountId }: DoneBy): Promise<void> {
  const [actor] = await query(tx, hold, { actorAccountId });
  if (!actor) throw refusals.operator();
}

const others = readStatement<{ exist: boolean }>(__dirname, 'other-operators.sql');

/** Requires an enabled operator by hand besides these accounts. @throws Problem last-operator */
export async function requireOtherOperator(tx: Transaction, ids: readonly number[]): Promise<void> {
  const [found] = await query(tx, others, { ids });
  if (found!.exist) return;
  throw new Problem(
    'last-operator',
    'It is the last enabled operator. Make somebody else an operator first.',
  );
}
