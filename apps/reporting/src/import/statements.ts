import { query, type Statement, type Transaction } from '@platform/db';
import { importFiles } from '../records/files';
import type { FileName, ImportFile } from '../records/import-file';
import { faultStatement } from './fault-statements';
import {
  isReplaceable,
  removalsStatement,
  removeReplacedStatement,
  removeStatement,
} from './removal-statements';
import { applyStatements, type Change, comparisonStatements } from './row-statements';

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

/** Runs a statement with what it takes of what the statements of a step may be given. */
export function queryWith<Row>(
  tx: Transaction,
  statement: Statement<Row>,
  given: Readonly<object>,
): Promise<Row[]> {
  const taken = Object.entries(given).filter(([name]) => statement.parameters.includes(name));
  return query(tx, statement, Object.fromEntries(taken));
}

/** What became of the rows of each file so far. */
export type Tally = ReadonlyMap<FileName, { inserted: number; updated: number; deleted: number }>;

/** Runs a statement that changes rows of a file, and adds how many to the tally. */
export async function changeRows<Row extends Partial<Change & { readonly deleted: number }>>(
  tx: Transaction,
  tally: Tally,
  { name }: ImportFile,
  statement: Statement<Row>,
  given: Readonly<object>,
): Promise<Row> {
  const [row] = await queryWith(tx, statement, given);
  const { inserted = 0, updated = 0, deleted = 0 } = row!;
  const rows = tally.get(name)!;
  rows.inserted += inserted;
  rows.updated += updated;
  rows.deleted += deleted;
  return row!;
}
