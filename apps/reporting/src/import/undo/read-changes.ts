import { type Database, query, readStatements, stream } from '@platform/db';
import { writeCsv, writeZip } from '@platform/spreadsheet';
import { type ExportedRow, exportedFiles } from '../../export/export-statements';
import { ROUND_TRIP_OPTIONS, writeTable } from '../../export/write-records';
import type { PageRequest } from '../../http/pages';
import { formatTimestamp } from '../../http/times';
import { importFiles } from '../../records/files';
import { type FileName, type ImportColumn, snakeCase, stem } from '../../records/import-file';
import { columnsOf } from '../../reports/table/define-columns';
import type { ImportChange, ImportChangePage } from '../runs/import-runs.dto';
import { MAX_OF_DRY_RUN } from './keep-changes';

const sql = readStatements(__dirname, 'read-changes.sql');

type Stored = string | number | boolean | readonly string[] | null;

interface Row {
  readonly file: FileName;
  readonly key: readonly string[];
  readonly person: string | null;
  readonly column: string;
  readonly before: Stored;
  readonly after: Stored;
}

const count = sql<{ total: number; isTotalExact: boolean }>('count-changes');
const list = sql<Row>('list-changes');
const listRows = sql<{ row: ExportedRow }>('list-rows-before');
const listFiles = sql<{ file: FileName }>('list-files-before');

const columns = columnsOf<ImportChange>({
  table: 'text',
  id: 'text',
  person: 'text',
  column: 'text',
  before: 'text',
  after: 'text',
});

export async function changesPage(
  db: Database,
  id: string,
  { page, pageSize, offset }: PageRequest,
): Promise<ImportChangePage> {
  const [counted] = await query(db, count, { id, maxOfDryRun: MAX_OF_DRY_RUN });
  const from = Math.min(offset + 1, 2 ** 30);
  const rows = await query(db, list, { id, from, limit: pageSize });
  return { items: rows.map(toChange), ...counted!, page, pageSize };
}

export function writeChanges(
  db: Database,
  id: string,
  format: 'csv' | 'xlsx',
  signal: AbortSignal,
): AsyncGenerator<string | Uint8Array> {
  return writeTable(format, 'Changes', columns, allChanges(db, id, signal));
}

/** A zip archive in import format, of the rows that an import changed or deleted as they were before. */
export function rowsBefore(
  db: Database,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  return writeZip(async zip => {
    const found = new Set((await query(db, listFiles, { id })).map(({ file }) => file));
    for (const { file, columns: ofFile } of exportedFiles.filter(each =>
      found.has(each.file.name),
    )) {
      const batches = async function* () {
        for await (const rows of stream(db, listRows, { id, file: file.name }, { signal }))
          yield rows.map(({ row }) => row);
      };
      await zip.stream(file.name, writeCsv(ofFile, batches(), ROUND_TRIP_OPTIONS));
    }
  });
}

async function* allChanges(
  db: Database,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<ImportChange[]> {
  for await (const rows of stream(db, list, { id, from: 1, limit: null }, { signal })) {
    yield rows.map(toChange);
  }
}

const files = new Map(importFiles.map(file => [file.name, file]));

function toChange({ file: name, key, person, column: stored, before, after }: Row): ImportChange {
  const file = files.get(name)!;
  const column =
    Object.keys(file.columns).find(each => snakeCase(each) === stored) ?? camelCase(stored);
  const cell = (value: Stored) => cellOf(value, file.columns[column]);
  return {
    table: stem(name),
    id: key.join(' '),
    person,
    column,
    before: cell(before),
    after: cell(after),
  };
}

function cellOf(value: Stored, column: ImportColumn | undefined): string | null {
  if (value === null) return null;
  const type = column?.type;
  if (typeof value === 'string' && type?.sql.startsWith('timestamptz'))
    return formatTimestamp(new Date(value));
  return type?.write && typeof value !== 'boolean' ? type.write(value) : String(value);
}

/** For columns that no file has, such as `keeps_records`. */
function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
