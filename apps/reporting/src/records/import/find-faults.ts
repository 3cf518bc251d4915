import { query, type Transaction } from '@platform/db';
import type { Fault, FaultList } from './faults';
import type { ImportFile, RecordSources } from './import-file';
import type { ImportProgress } from './progress';
import { readRows } from './read-csv';
import { findLeaving, findStillUsed } from './removal-statements';
import { pick, statementsOf } from './statements';

interface Choices {
  readonly replaces: boolean;
  readonly updatesAccounts: boolean;
  /** Whether ids are texts, which are not what the database compared. */
  readonly hasTextIds: boolean;
}

/** Adds what is wrong with rows beside others: those of the folder, and those of the database. */
export async function findFaults(
  tx: Transaction,
  {
    present,
    sources,
    rows,
  }: {
    present: readonly ImportFile[];
    sources: RecordSources;
    rows: ReadonlyMap<string, { readonly rows: number }>;
  },
  { replaces, updatesAccounts, hasTextIds }: Choices,
  faults: FaultList,
  progress: ImportProgress,
): Promise<void> {
  const files = present.map(({ name }) => name);
  if (replaces) await query(tx, findLeaving, { files });
  for (const file of present) {
    progress.begin('Checking', file.name);
    const statement = statementsOf(file).faults;
    const given = { limit: faults.remaining, replaces, updatesAccounts };
    const found = await query(tx, statement, pick(given, statement.parameters));
    const named = found.map(fault => ({ file: file.name, ...fault }));
    const shown = hasTextIds ? await asInTheFile(file, sources, named) : named;
    for (const fault of shown) faults.add(fault);
    progress.advance(rows.get(file.name)!.rows);
  }
  if (!replaces) return;
  const limit = faults.remaining;
  for (const { file, value, used_by } of await query(tx, findStillUsed, { files, limit })) {
    const expected = `to be there, or ${used_by} as well, whose rows refer to it`;
    faults.add({ file, line: null, column: 'id', value, expected });
  }
}

/** The same faults with the cells that the file has; it is read again for them. */
async function asInTheFile(
  { name }: ImportFile,
  sources: RecordSources,
  faults: readonly Fault[],
): Promise<Fault[]> {
  if (faults.length === 0) return [];
  const wanted = new Set(faults.map(({ line }) => line));
  const lines = new Map<number, readonly string[]>();
  let header: readonly string[] | undefined;
  for await (const rows of readRows(sources[name]!())) {
    header ??= rows[0]?.cells.map(cell => cell.trim());
    for (const { line, cells } of rows) if (wanted.has(line)) lines.set(line, cells);
    if (lines.size === wanted.size) break;
  }
  return faults.map(fault => ({
    ...fault,
    value: lines.get(fault.line!)?.[header!.indexOf(fault.column!)]?.trim() ?? fault.value,
  }));
}
