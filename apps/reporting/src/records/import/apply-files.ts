import path from 'node:path';
import { query, readStatement, type Statement, type Transaction } from '@platform/db';
import type { Change } from './apply-statements';
import type { FileName, ImportFile } from './import-file';
import type { ImportProgress } from './progress';
import { isReferredTo } from './removal-statements';
import type { StagedFile } from './stage-file';
import { analyze } from './staging-statements';
import { pick, statementsOf } from './statements';

/** What became of the rows of a file. */
export interface FileCounts {
  readonly file: FileName;
  readonly read: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly deleted: number;
}

interface Choices {
  readonly replaces: boolean;
  readonly updatesAccounts: boolean;
  /** Who the audit says did it, and who that was. */
  readonly actor: string;
  readonly startedBy: string;
  /** What the step is called. */
  readonly step: string;
  readonly progress: ImportProgress;
  /** How many lines one statement takes; 100,000 unless said. */
  readonly linesAtOnce?: number;
}

const SQL = path.join(__dirname, 'sql');
const deferConstraints = readStatement<object>(SQL, 'defer-constraints.sql');
const checkConstraints = readStatement<object>(SQL, 'check-constraints.sql');

/** Few enough for the progress to move. */
const LINES_AT_ONCE = 100_000;
/** Where rows are there already, each statement reads the whole table for its join. */
const MOST_SLICES = 8;

/**
 * Makes the tables hold what was staged, parents first. Of what is replaced, rows that nothing refers to are
 * deleted before, and make room; those that others refer to after, when nothing refers to them any longer. What
 * others wait for, who sign in, changes last of all: its locks are held until the import ends.
 */
export async function applyFiles(
  tx: Transaction,
  present: readonly ImportFile[],
  staged: ReadonlyMap<FileName, StagedFile>,
  choices: Choices,
): Promise<FileCounts[]> {
  const { replaces, progress, step } = choices;
  await query(tx, deferConstraints);
  const deleted = new Map<FileName, number>();
  const remove = async (files: readonly ImportFile[]) => {
    for (const file of replaces ? files : []) {
      const statement = statementsOf(file).remove;
      if (statement) deleted.set(file.name, (await query(tx, statement))[0]!.deleted);
    }
  };

  await remove(present.filter(file => !isReferredTo(file)));
  const changes = new Map<FileName, Change>();
  for (const file of present) {
    progress.begin(step, file.name);
    changes.set(file.name, await applyFile(tx, file, staged.get(file.name)!.rows, choices));
  }
  await remove(present.filter(isReferredTo).toReversed());
  await query(tx, analyze);
  await query(tx, checkConstraints);
  for (const file of present) {
    for (const statement of statementsOf(file).last) {
      const change = await run(tx, statement, choices);
      changes.set(file.name, add(changes.get(file.name)!, change));
    }
  }

  return present.map(({ name }) => {
    const read = staged.get(name)!.rows;
    const { inserted, updated } = changes.get(name)!;
    const unchanged = read - inserted - updated;
    return { file: name, read, inserted, updated, unchanged, deleted: deleted.get(name) ?? 0 };
  });
}

/** @throws Error unless the statements had every row, since one that none had would count as unchanged */
async function applyFile(
  tx: Transaction,
  file: ImportFile,
  rows: number,
  { progress, linesAtOnce = LINES_AT_ONCE, ...given }: Choices,
): Promise<Change> {
  const { before, lastLine, hasRows, apply, insert } = statementsOf(file);
  let change: Change = before ? await run(tx, before, given) : { inserted: 0, updated: 0 };
  const isNew = !(await query(tx, hasRows))[0]!.has_rows;
  const last = (await query(tx, lastLine))[0]!.line ?? 0;
  const size = isNew ? linesAtOnce : Math.max(linesAtOnce, Math.ceil(last / MOST_SLICES));
  let seen = 0;
  for (let from = 1; from <= last; from += size) {
    const slice = { ...given, from, to: from + size - 1 };
    const applied = await run(tx, isNew ? insert : apply, slice);
    change = add(change, applied);
    seen += applied.seen;
    progress.advance(applied.seen);
  }
  if (seen !== rows) throw new Error(`${file.name}: ${rows} rows were read, and ${seen} applied.`);
  return change;
}

async function run<Row extends Change>(
  tx: Transaction,
  statement: Statement<Row>,
  given: object,
): Promise<Row> {
  const [row] = await query(tx, statement, pick({ ...given }, statement.parameters));
  return row!;
}

function add(one: Change, other: Change): Change {
  return { inserted: one.inserted + other.inserted, updated: one.updated + other.updated };
}
