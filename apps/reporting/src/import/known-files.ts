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

export interface Beginning {
  readonly present: readonly ImportFile[];
  readonly digest: string;
  readonly oldest: string;
  readonly tableRows: TableRows;
  /** The counts if the import would change nothing; null if it might. */
  readonly unchanged: readonly FileCounts[] | null;
}

/**
 * Finds out whether the files were imported before in the same way and their tables have not been written to since.
 * Null if that is not enough to know the result: `--replace` searches for rows that the files lack, and what a record
 * keeper may do depends on the rights of others.
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

/** Stores the digest, unless the tables or the files were written to in the meantime. */
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

/** A digest of the files and of everything that determines how they are read and applied. */
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
 * A row per table of the files and their references: the number of its rows, and whether a transaction other than
 * `$xid` and not older than `$oldest` wrote one of them. Deletions show in the number of rows.
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
