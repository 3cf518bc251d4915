import { query, type Transaction } from '@platform/db';
import type { ImportProgress } from './progress';
import type { StagedFile } from './stage-file';
import { statementsOf } from './statements';

/** A file with what is left of it to be checked and applied. */
export interface ChangedFile extends StagedFile {
  readonly changed: number;
  /** Whether the table has no row of the file. */
  readonly isNew: boolean;
  /** Rows that stay as a person recorded them. */
  readonly keptByHand: number;
}

/**
 * Compares each file with its table in one pass, and leaves out the rows that are stored as the file has them: there is
 * nothing to check or to change about them. What --replace will delete is known before.
 */
export async function findChanged(
  tx: Transaction,
  staged: readonly StagedFile[],
  progress: ImportProgress,
): Promise<ChangedFile[]> {
  const found: ChangedFile[] = [];
  for (const each of staged) {
    progress.begin('Checking', each.file.name);
    const { hasRows, takeAll, takeChanged, countChanged, analyzeChanged } = statementsOf(each.file);
    const isNew = !(await query(tx, hasRows))[0]!.has_rows;
    let changed = each.rows;
    if (isNew && takeAll) await query(tx, takeAll);
    if (!isNew && takeChanged) {
      await query(tx, takeChanged);
      changed = (await query(tx, countChanged))[0]!.changed;
      if (changed > 0) await query(tx, analyzeChanged);
    }
    found.push({ ...each, changed, isNew, keptByHand: 0 });
  }
  return found;
}
