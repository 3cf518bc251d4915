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
  readonly startedBy: string;
  /** What the step is called. */
  readonly step: string;
  readonly progress: ImportProgress;
}

const deferConstraints = readStatement<object>(
  path.join(__dirname, 'sql'),
  'defer-constraints.sql',
);

/** Lines of one statement: few enough for the progress to move. */
const LINES_AT_ONCE = 100_000;
/** Where rows are there already, each statement reads the whole table for its join. */
const MOST_SLICES = 8;

/**
 * Makes the tables hold what was staged, parents first. Of what is replaced, rows that nothing refers to are
 * deleted before, and make room; those that others refer to after, when nothing refers to them any longer.
 */
export async function applyFiles(
  tx: Transaction,
  present: readonly ImportFile[],
  staged: ReadonlyMap<FileName, StagedFile>,
  { replaces, progress, step, ...given }: Choices,
): Promise<FileCounts[]> {
  await query(tx, deferConstraints);
  const deleted = new Map<FileName, number>();
  const remove = async (files: readonly ImportFile[]) => {
    for (const file of replaces ? files : []) {
      const statement = statementsOf(file).remove;
      if (statement) deleted.set(file.name, (await query(tx, statement))[0]!.deleted);
    }
  };

  await remove(present.filter(file => !isReferredTo(file)));
  const changes = new Map<FileName, { inserted: number; updated: number }>();
  for (const file of present) {
    progress.begin(step, file.name);
    const { before, apply, insert, hasRows } = statementsOf(file);
    const { lastLine, rows } = staged.get(file.name)!;
    const change = { inserted: 0, updated: 0 };
    const run = async (statement: Statement<Change>, lines: object) => {
      const parameters = pick({ ...given, ...lines }, statement.parameters);
      const [result] = await query(tx, statement, parameters);
      change.inserted += result!.inserted;
      change.updated += result!.updated;
    };
    if (before) await run(before, {});
    const isNew = !(await query(tx, hasRows))[0]!.has_rows;
    const size = isNew ? LINES_AT_ONCE : Math.max(LINES_AT_ONCE, Math.ceil(lastLine / MOST_SLICES));
    for (let from = 1; from <= lastLine; from += size) {
      await run(isNew ? insert : apply, { from, to: from + size - 1 });
      progress.advance(Math.min(rows, size, lastLine - from + 1));
    }
    changes.set(file.name, change);
  }
  await remove(present.filter(isReferredTo).toReversed());
  await query(tx, analyze);

  return present.map(({ name }) => {
    const read = staged.get(name)!.rows;
    const { inserted, updated } = changes.get(name)!;
    const unchanged = read - inserted - updated;
    return { file: name, read, inserted, updated, unchanged, deleted: deleted.get(name) ?? 0 };
  });
}
