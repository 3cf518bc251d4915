import type { Statement } from '@platform/db';
import { importFiles } from '../records/files';
import type { FileName, ImportFile } from '../records/import-file';
import { type ApplyStatements, applyStatements } from './apply-statements';
import { type ComparisonStatements, comparisonStatements } from './comparison-statements';
import { faultStatement, type RowFault } from './fault-statements';
import {
  isReplaceable,
  type Removal,
  removalsStatement,
  removeReplacedStatement,
  removeStatement,
} from './removal-statements';

/** The statements of one file; generated from its declaration, but for its special rules. */
export interface FileStatements extends ComparisonStatements, ApplyStatements {
  readonly faults: Statement<RowFault>;
  readonly remove: Statement<{ deleted: number }> | null;
  /** Of the files that a list may replace of its people. */
  readonly removeReplaced: Statement<{ deleted: number }> | null;
  readonly removals: Statement<Removal> | null;
}

const statements = new Map<FileName, FileStatements>(
  importFiles.map(file => [
    file.name,
    {
      ...comparisonStatements(file),
      faults: faultStatement(file),
      ...applyStatements(file),
      remove: removeStatement(file),
      removeReplaced: isReplaceable(file) ? removeReplacedStatement(file) : null,
      removals: removalsStatement(file),
    },
  ]),
);

export function statementsOf({ name }: ImportFile): FileStatements {
  return statements.get(name)!;
}

/** Of what statements may be given, what one of them takes. */
export function pick(
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
}
