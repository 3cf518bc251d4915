import { importFiles } from '../records/files';
import type { FileName, ImportFile } from '../records/import-file';
import { applyStatements } from './apply-statements';
import { comparisonStatements } from './comparison-statements';
import { faultStatement } from './fault-statements';
import {
  isReplaceable,
  removalsStatement,
  removeReplacedStatement,
  removeStatement,
} from './removal-statements';

/** The statements of one file; generated from its declaration, but for its special rules. */
const generateAll = (file: ImportFile) => ({
  ...comparisonStatements(file),
  ...applyStatements(file),
  faults: faultStatement(file),
  remove: removeStatement(file),
  /** Of the files that a list may replace of its people. */
  removeReplaced: isReplaceable(file) ? removeReplacedStatement(file) : null,
  removals: removalsStatement(file),
});

export type FileStatements = ReturnType<typeof generateAll>;

const statements = new Map<FileName, FileStatements>(
  importFiles.map(file => [file.name, generateAll(file)]),
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
