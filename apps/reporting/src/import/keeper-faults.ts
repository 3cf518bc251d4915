import { query, readStatements, type Transaction } from '@platform/db';
import type { FileName, ImportFile } from '../records/import-file';
import { type Fault, FaultList } from './faults';

const sql = readStatements(__dirname, 'keeper-faults.sql');

type KeeperFault = Pick<Fault, 'line' | 'column' | 'value' | 'expected'>;

const RULES: Partial<Record<FileName, ReturnType<typeof sql<KeeperFault>>>> = {
  'companies.csv': sql<KeeperFault>('companies.keeper-faults'),
  'accounts.csv': sql<KeeperFault>('accounts.keeper-faults'),
  'members.csv': sql<KeeperFault>('members.keeper-faults'),
};

/** Adds a fault for each row that only an operator may import. */
export async function findKeeperFaults(
  tx: Transaction,
  { name }: ImportFile,
  faults: FaultList,
): Promise<void> {
  const rule = RULES[name];
  if (!rule) return;
  const found = await query(tx, rule, { limit: faults.remaining });
  for (const fault of found) faults.add({ file: name, ...fault });
}

/**
 * Checks again once the rows are locked: somebody may have been given a right since.
 * @throws ImportRefused
 */
export async function keepToRecords(
  tx: Transaction,
  present: readonly ImportFile[],
): Promise<void> {
  const faults = new FaultList();
  for (const file of present) await findKeeperFaults(tx, file, faults);
  faults.refuseIfAny();
}
