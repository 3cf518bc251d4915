import type { Transaction } from '@platform/db';
import type { ImportFile } from '../records/import-file';
import { FaultList, type FoundFault } from './faults';
import type { Import } from './import-options';
import { generate, queryWith, rulesOf } from './staged-rows';

/** Adds a fault for each row that demotes one of the last operators, or that only an operator may import. */
export async function findRightsFaults(
  tx: Transaction,
  file: ImportFile,
  options: Import,
  faults: FaultList,
): Promise<void> {
  for (const [name, text] of rulesOf(file, 'rights')) {
    const given = { ...options, limit: faults.remaining };
    const found = await queryWith(tx, generate<FoundFault>(file, name, text), given);
    for (const fault of found) faults.add({ file: file.name, ...fault });
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
