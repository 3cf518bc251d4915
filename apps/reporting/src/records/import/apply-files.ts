import path from 'node:path';
import { query, readStatement, type Transaction } from '@platform/db';
import { pick } from './find-faults';
import type { FileName, ImportFile } from './import-file';
import type { ImportProgress } from './import-records';

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
  readonly progress: ImportProgress;
}

const SQL = path.join(__dirname, 'sql');
const deferConstraints = readStatement<object>(SQL, 'defer-constraints.sql');
const analyze = readStatement<object>(SQL, 'analyze.sql');

/**
 * Makes the tables hold what was staged, parents first. Of what is replaced, rows that nothing refers to go
 * before, and make room; what is referred to goes after, when everything has let go of it.
 */
export async function applyFiles(
  tx: Transaction,
  present: readonly ImportFile[],
  rows: ReadonlyMap<FileName, number>,
  { replaces, progress, ...given }: Choices,
): Promise<FileCounts[]> {
  await query(tx, deferConstraints);
  const deleted = new Map<FileName, number>();
  const remove = async (files: readonly ImportFile[]) => {
    for (const { name, remove: statement } of replaces ? files : []) {
      if (statement) deleted.set(name, (await query(tx, statement))[0]!.deleted);
    }
  };

  await remove(present.filter(file => !file.isReferredTo));
  const changes = new Map<FileName, { inserted: number; updated: number }>();
  for (const { name, apply } of present) {
    progress.say(`Bringing in ${name}.`);
    const change = { inserted: 0, updated: 0 };
    for (const statement of apply) {
      const [step] = await query(tx, statement, pick(given, statement.parameters));
      change.inserted += step!.inserted;
      change.updated += step!.updated;
    }
    changes.set(name, change);
  }
  await remove(present.filter(file => file.isReferredTo).toReversed());
  await query(tx, analyze);

  return present.map(({ name }) => {
    const read = rows.get(name)!;
    const { inserted, updated } = changes.get(name)!;
    const unchanged = read - inserted - updated;
    return { file: name, read, inserted, updated, unchanged, deleted: deleted.get(name) ?? 0 };
  });
}
