import { query, readStatements, type Transaction } from '@platform/db';
import type { FileName, ImportFile } from '../records/import-file';
import { FaultList, type FoundFault } from './faults';
import type { Import } from './import-options';

const sql = readStatements(__dirname, 'rights-faults.sql');

const lastOperators = sql<FoundFault>('last-operators');
const keeperRules: Partial<Record<FileName, typeof lastOperators>> = {
  'companies.csv': sql<FoundFault>('companies'),
  'accounts.csv': sql<FoundFault>('accounts'),
  'members.csv': sql<FoundFault>('members'),
};

/** Adds a fault for each row that demotes one of the last operators, or that only an operator may import. */
export async function findRightsFaults(
  tx: Transaction,
  { name }: ImportFile,
  { updateAccounts, isKeeper }: Import,
  faults: FaultList,
): Promise<void> {
  const isOfOperators = name === 'accounts.csv' && updateAccounts;
  const rules = [isOfOperators && lastOperators, isKeeper && keeperRules[name]];
  for (const rule of rules) {
    if (!rule) continue;
    const found = await query(tx, rule, { limit: faults.remaining });
    for (const fault of found) faults.add({ file: name, ...fault });
  }
}

/**
 * Checks again once the rows are locked, since operators may have been demoted or rights given in the meantime.
 * @throws ImportRefused
 */
export async function keepRights(
  tx: Transaction,
  present: readonly ImportFile[],
  options: Import,
): Promise<void> {
  const faults = new FaultList();
  for (const file of present) await findRightsFaults(tx, file, options, faults);
  faults.refuseIfAny();
}
