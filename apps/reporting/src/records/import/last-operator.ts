import path from 'node:path';
import { query, readStatement, type Transaction } from '@platform/db';
import { lockOperators } from '../../access/accounts/operators';
import type { RowFault } from './fault-statements';
import { FaultList } from './faults';
import type { Import } from './import-options';

const FILE = 'accounts.csv';

type Choice = Pick<Import, 'updateAccounts'>;

const find = readStatement<RowFault>(path.join(__dirname, 'sql'), 'accounts.last-operator.sql');

/** Adds a fault for each row of accounts.csv that demotes one of the last operators by hand. */
export async function findLastOperators(
  tx: Transaction,
  { updateAccounts }: Choice,
  faults: FaultList,
): Promise<void> {
  const found = await query(tx, find, { updateAccounts, limit: faults.remaining });
  for (const fault of found) faults.add({ file: FILE, ...fault });
}

/**
 * Looks again before rights change, with the operators locked: others may have been demoted since. They are not locked
 * earlier, since their sign-ins would wait.
 * @throws ImportRefused
 */
export async function keepOperator(tx: Transaction, choice: Choice): Promise<void> {
  if (!choice.updateAccounts) return;
  await lockOperators(tx);
  const faults = new FaultList();
  await findLastOperators(tx, choice, faults);
  faults.refuseIfAny();
}
