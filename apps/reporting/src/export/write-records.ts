import { type Database, type RowScope, streamWithin, transaction } from '@platform/db';
import {
  type Column,
  type SheetTable,
  type WorkbookOptions,
  writeCsv,
  writeWorkbook,
  writeZip,
} from '@platform/spreadsheet';
import { type FileName, stem } from '../records/import-file';
import { type ExportedFile, type ExportedRow, exportedFiles } from './export-statements';

export interface Export {
  readonly db: Database;
  /** Organization ID; null exports all organizations. */
  readonly organization: number | null;
  readonly scope?: RowScope;
  readonly signal?: AbortSignal;
}

/** A file with its rows, which can be read once. */
interface Table extends ExportedFile {
  readonly batches: AsyncGenerator<ExportedRow[]>;
}

/** Passes the tables, which must be read in order and share one snapshot. */
async function readRecords(
  { db, organization, scope, signal }: Export,
  read: (tables: readonly Table[]) => Promise<void>,
): Promise<void> {
  await transaction(
    db,
    tx =>
      read(
        exportedFiles.map(file => ({
          ...file,
          batches: streamWithin(tx, file.statement, { organization }),
        })),
      ),
    { isolation: 'repeatable read', isReadOnly: true, scope, signal },
  );
}

/** Formulas are not escaped, so that an import reads exactly what was exported. */
export const ROUND_TRIP_OPTIONS = { keepsFormulas: true };

/** Passes the CSV files one after the other, in chunks; `take` must consume each fully. */
export function writeFiles(
  from: Export,
  take: (name: FileName, chunks: AsyncGenerator<string>) => Promise<void>,
): Promise<void> {
  return readRecords(from, async tables => {
    for (const { file, columns, batches } of tables)
      await take(file.name, writeCsv(columns, batches, ROUND_TRIP_OPTIONS));
  });
}

export function recordsZip(from: Export): AsyncGenerator<Uint8Array> {
  return writeZip(zip => writeFiles(from, (name, chunks) => zip.stream(name, chunks)));
}

/** Writes a workbook with a sheet per file; rows that exceed a sheet continue in `tickets (2)`. */
export function recordsXlsx(
  from: Export,
  options: WorkbookOptions = {},
): AsyncGenerator<Uint8Array> {
  return writeZip(zip =>
    readRecords(from, tables => {
      const sheets = tables.map(({ file, columns, batches }) =>
        sheetOf(stem(file.name), columns, batches),
      );
      return writeWorkbook(zip, sheets, options);
    }),
  );
}

export function writeTable<Row>(
  format: 'csv' | 'xlsx',
  name: string,
  columns: readonly Column<Row>[],
  batches: AsyncGenerator<Row[]>,
): AsyncGenerator<string | Uint8Array> {
  if (format === 'csv') return writeCsv(columns, batches);
  return writeZip(zip => writeWorkbook(zip, [sheetOf(name, columns, batches)]));
}

/** The table unchanged: no titles, columns in original order. */
export function sheetOf<Row>(
  name: string,
  columns: readonly Column<Row>[],
  batches: AsyncGenerator<Row[]>,
): SheetTable<Row> {
  return { nameOf: number => (number === 1 ? name : `${name} (${number})`), columns, batches };
}
