import { createHash } from 'node:crypto';
import { parseStatement, query, readStatements, type Transaction } from '@platform/db';
import { version } from '../../package.json';
import { importFiles } from '../records/files';
import type { ImportFile } from '../records/import-file';
import type { FileCounts } from './apply-files';
import { type Import, importChoices } from './import-options';

const sql = readStatements(__dirname, 'known-files.sql');

type TableRows = Readonly<Record<string, number>>;

interface Known {
  readonly xid: string;
  readonly oldest: string;
  readonly tableRows: TableRows;
  readonly files: readonly FileCounts[];
}

const findKnown = sql<Known>('find-known');
const oldestTransaction = sql<{ oldest: string }>('oldest-transaction');
const keepKnown = sql<object>('keep-known');
const forgetKnown = sql<object>('forget-known');

/** Files as they are when an import begins, and the tables that decide what it does. */
export interface Beginning {
  readonly present: readonly ImportFile[];
  readonly digest: string;
  readonly oldest: string;
  readonly tableRows: TableRows;
  /** What an import of them says, which changes nothing; null unless that is known. */
  readonly unchanged: readonly FileCounts[] | null;
}

/**
 * Whether the files were imported before, in the same way, and nobody has written to their tables since. Null where that
 * cannot be known: `--replace` looks for what files lack, and what a record keeper may do depends on others' rights.
 */
export async function findBeginning(
  tx: Transaction,
  present: readonly ImportFile[],
  options: Import,
): Promise<Beginning | null> {
  const digest = await digestOf(options);
  if (digest === null) return null;
  const [known] = await query(tx, findKnown, { digest });
  const [{ oldest }] = (await query(tx, oldestTransaction)) as [{ oldest: string }];
  const found = await query(tx, countRows(present), {
    xid: known?.xid ?? null,
    oldest: known?.oldest ?? null,
  });
  const tableRows = Object.fromEntries(found.map(({ table, rows }) => [table, rows]));
  const isUnchanged =
    known !== undefined &&
    found.every(({ table, rows, isWritten }) => !isWritten && rows === known.tableRows[table]);
  const files = isUnchanged ? known.files.map(unchanged) : null;
  return { present, digest, oldest, tableRows, unchanged: files };
}

/** Keeps what was imported, unless others wrote to the tables meanwhile, or to the files. */
export async function keepBeginning(
  tx: Transaction,
  { present, digest, oldest, tableRows: before }: Beginning,
  counts: readonly FileCounts[],
  options: Import,
): Promise<void> {
  if ((await digestOf(options)) !== digest) return;
  const found = await query(tx, countRows(present), { xid: null, oldest: null });
  const inserted = (table: string) =>
    counts.find(({ file }) => fileOf(table) === file)?.inserted ?? 0;
  if (found.some(({ table, rows }) => rows !== before[table]! + inserted(table))) return;
  const { run } = options;
  const tableRows = Object.fromEntries(found.map(({ table, rows }) => [table, rows]));
  await query(tx, keepKnown, { digest, run, oldest, tableRows: JSON.stringify(tableRows) });
  await query(tx, forgetKnown);
}

/** Of the files, how they are read, by this release, and how they are applied. */
async function digestOf(options: Import): Promise<string | null> {
  const { digest, isKeeper, undoes, replace, isUpload, mayGrant } = options;
  if (digest === null || isKeeper || undoes !== null || replace) return null;
  const choices = { ...importChoices.parse(options), dryRun: null };
  const how = JSON.stringify([version, choices, isUpload, mayGrant, importFiles]);
  return createHash('sha256')
    .update(await digest())
    .update(how)
    .digest('hex');
}

const fileOf = (table: string) => importFiles.find(each => each.table === table)!.name;

function unchanged({ file, read, notices }: FileCounts): FileCounts {
  const counts = { file, read, inserted: 0, updated: 0, unchanged: read, deleted: 0 };
  return notices ? { ...counts, notices } : counts;
}

/**
 * A row for each table that the files are of or name: how many rows it has, and whether another transaction than `$xid`
 * has written one that is as new as `$oldest`. An update writes a row, and a deletion is seen by the number.
 */
function countRows(present: readonly ImportFile[]) {
  const named = new Set(
    present.flatMap(({ name, columns }) => [
      name,
      ...Object.values(columns).flatMap(({ of, listOf }) => [of, listOf]),
    ]),
  );
  const counts = importFiles
    .filter(({ name }) => named.has(name))
    .map(
      ({ table }) => `select
  '${table}' as "table",
  count(*)::integer as rows,
  coalesce(
    bool_or(xmin <> $xid::text::xid8::xid and age(xmin) <= age($oldest::text::xid8::xid)),
    false
  ) as "isWritten"
from reporting.${table}`,
    );
  return parseStatement<{ table: string; rows: number; isWritten: boolean }>(
    'count-rows.sql',
    counts.join('\nunion all\n'),
  );
}
