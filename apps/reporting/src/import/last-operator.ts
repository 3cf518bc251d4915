import { query, readStatements, type Transaction } from '@platform/db';
import type { RowFault } from './fault-statements';
import { FaultList } from './faults';
import type { Import } from './import-options';

const sql = readStatements(__dirname, 'last-operator.sql');

const FILE = 'accounts.csv';

type Choice = Pick<Import, 'updateAccounts'>;

const find = sql<RowFault>('accounts.last-operator');

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
 * Checks again once the operators are locked: others may have been demoted since.
 * @throws ImportRefused
 */
export async function keepOperator(tx: Transaction, choice: Choice): Promise<void> {
  if (!choice.updateAccounts) return;
  const faults = new FaultList();
  await findLastOperators(tx, choice, faults);
  faults.refuseIfAny();
}
