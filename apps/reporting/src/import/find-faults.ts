import { query, readStatements, type Transaction } from '@platform/db';
import type { ImportFile, RecordSources } from '../records/import-file';
import type { ChangedFile } from './changed-rows';
import type { Fault, FaultList } from './faults';
import type { Import } from './import-options';
import { findStillUsed } from './removal-statements';
import { findRightsFaults } from './rights-faults';
import { createKnown } from './staged-rows';
import { queryWith, statementsOf } from './statements';

const sql = readStatements(__dirname, 'find-faults.sql');

const findAllowedCompanies = sql<object>('find-allowed-companies');
const allowCompaniesOfFile = sql<{ handle: string }>('allow-companies-of-file');

/** Adds faults of rows against other rows of the folder and the database. */
export async function findFaults(
  tx: Transaction,
  files: readonly ChangedFile[],
  sources: RecordSources,
  given: Import,
  faults: FaultList,
): Promise<void> {
  const present = files.map(({ file }) => file);
  const { replace, textIds, allowRemovals, overwriteHand, progress } = given;
  await query(tx, createKnown(present));
  const choices = { ...given, companies: await boundTo(tx, given) };
  for (const { file, rows } of files) {
    progress.begin('Checking', file.name);
    const all = { ...choices, limit: faults.remaining };
    const found = await queryWith(tx, statementsOf(file).faults, all);
    const named = found.map(fault => ({ file: file.name, ...fault }));
    const shown = textIds ? await asInTheFile(file, sources, named) : named;
    for (const fault of shown) faults.add(fault);
    await findRightsFaults(tx, file, given, faults);
    progress.advance(rows);
  }
  if (!replace) return;
  if (!allowRemovals) await findRemovals(tx, present, given, faults);
  const names = present.map(({ name }) => name);
  const lacking = { files: names, overwriteHand, limit: faults.remaining };
  for (const { file, value, used_by, by_hand } of await query(tx, findStillUsed, lacking)) {
    const expected = by_hand
      ? `to be there, since rows of ${used_by} that were recorded by hand refer to it`
      : `to be there, or ${used_by} as well, whose rows refer to it`;
    const remedy = by_hand ? 'withdraw them; {overwriteHand} deletes them' : undefined;
    faults.add({ file, column: 'id', value, expected, remedy });
  }
}

/**
 * The handles of the organizations that the rows may be of; null is all of them. Those of companies.csv bound an upload
 * that names none.
 */
async function boundTo(
  tx: Transaction,
  { companies, isUpload, undoes }: Import,
): Promise<readonly string[] | null> {
  if (companies.length > 0) {
    const handles = companies.map(handle => handle.toLowerCase());
    await query(tx, findAllowedCompanies, { companies: handles });
    return handles;
  }
  if (!isUpload || undoes !== null) return null;
  const own = await query(tx, allowCompaniesOfFile);
  return own.length === 0 ? null : own.map(({ handle }) => handle);
}

/** Adds a fault for each table of an organization that would lose most of its rows. */
async function findRemovals(
  tx: Transaction,
  present: readonly ImportFile[],
  { overwriteHand }: Import,
  faults: FaultList,
): Promise<void> {
  for (const file of present) {
    const statement = statementsOf(file).removals;
    if (!statement) continue;
    for (const found of await queryWith(tx, statement, { overwriteHand })) {
      const [gone, all] = [found.removed, found.total].map(rows => rows.toLocaleString('en'));
      const expected = `most rows of ${found.handle} to stay, and ${gone} of ${all} would be deleted`;
      const remedy = 'see whether the file is whole; {allowRemovals} deletes them';
      faults.add({ file: file.name, expected, remedy });
    }
  }
}

/** Shows the cells as they are in the file, which is read again. */
async function asInTheFile(
  { name }: ImportFile,
  sources: RecordSources,
  faults: readonly Fault[],
): Promise<Fault[]> {
  if (faults.length === 0) return [];
  const wanted = new Set(faults.map(({ line }) => line));
  const lines = new Map<number, readonly string[]>();
  let header: readonly string[] | undefined;
  for await (const rows of sources[name]!()) {
    header ??= rows[0]?.cells.map(cell => cell.trim().toLowerCase());
    for (const { line, cells } of rows) if (wanted.has(line)) lines.set(line, cells);
    if (lines.size === wanted.size) break;
  }
  return faults.map(fault => ({
    ...fault,
    value:
      fault.column === null
        ? fault.value
        : (lines.get(fault.line!)?.[header!.indexOf(fault.column.toLowerCase())]?.trim() ??
          fault.value),
  }));
}
