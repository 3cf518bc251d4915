import { query, type Transaction } from '@platform/db';
import type { FileName, ImportFile } from '../records/import-file';
import type { ImportProgress } from './progress';
import type { StagedFile } from './stage-file';
import { statementsOf } from './statements';

/** What is left of a file to be checked and applied. */
export interface ChangedRows {
  readonly rows: number;
  /** Whether the table has no row of the file. */
  readonly isNew: boolean;
}

/**
 * Compares each file with its table in one pass, and leaves out the rows that are stored as the file has them: there is
 * nothing to check or to change about them. What --replace will delete is known before.
 */
export async function findChanged(
  tx: Transaction,
  present: readonly ImportFile[],
  staged: ReadonlyMap<FileName, StagedFile>,
  progress: ImportProgress,
): Promise<Map<FileName, ChangedRows>> {
  const changed = new Map<FileName, ChangedRows>();
  for (const file of present) {
    progress.begin('Checking', file.name);
    const { rows } = staged.get(file.name)!;
    const { hasRows, takeAll, takeChanged, countChanged, analyzeChanged } = statementsOf(file);
    const isNew = !(await query(tx, hasRows))[0]!.has_rows;
    const take = isNew ? takeAll : takeChanged;
    if (take) await query(tx, take);
    const isLess = take === takeChanged && countChanged;
    const left = isLess ? (await query(tx, countChanged))[0]!.changed : rows;
    if (isLess && left > 0) await query(tx, analyzeChanged);
    changed.set(file.name, { isNew, rows: left });
  }
  return changed;
}
