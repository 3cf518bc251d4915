import { type Database, type RowScope, streamWithin, transaction } from '@platform/db';
import {
  type Column,
  type SheetTable,
  type WorkbookOptions,
  writeCsv,
  writeWorkbook,
  writeZip,
} from '@platform/spreadsheet';
import { stem } from '../records/files';
import type { FileName } from '../records/import-file';
import { type ExportedFile, type ExportedRow, exportedFiles } from './export-statements';

export interface Export {
  readonly db: Database;
  /** The key of the organization; null is all of them. */
  readonly organization: number | null;
  readonly scope?: RowScope;
  readonly signal?: AbortSignal;
}

/** A file with its rows, each of which can be read once. */
interface Table extends ExportedFile {
  readonly batches: AsyncGenerator<ExportedRow[]>;
}

/** Hands over the tables, in whose order they are to be read; all are of one snapshot. */
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

/** Formulas stay as they are, so that an import reads what was exported. */
export const EXACT = { keepsFormulas: true };

/** The CSV files one after the other, each in pieces; `take` reads them to their end. */
export function writeFiles(
  from: Export,
  take: (name: FileName, pieces: AsyncGenerator<string>) => Promise<void>,
): Promise<void> {
  return readRecords(from, async tables => {
    for (const { file, columns, batches } of tables)
      await take(file.name, writeCsv(columns, batches, EXACT));
  });
}

/** A zip of the CSV files. */
export function recordsZip(from: Export): AsyncGenerator<Uint8Array> {
  return writeZip(zip => writeFiles(from, (name, pieces) => zip.stream(name, pieces)));
}

/** A workbook with a sheet for each file; one with more rows than a sheet holds goes on in `tickets (2)`. */
export function recordsXlsx(
  from: Export,
  options: WorkbookOptions = {},
): AsyncGenerator<Uint8Array> {
  return writeZip(zip =>
    readRecords(from, tables => {
      const sheets = tables.map(({ file, columns, batches }) =>
        sheetOf(stem(file), columns, batches),
      );
      return writeWorkbook(zip, sheets, options);
    }),
  );
}

/** A table as it is: no titles, no other order of columns. */
export function sheetOf<Row>(
  name: string,
  columns: readonly Column<Row>[],
  batches: AsyncGenerator<Row[]>,
): SheetTable<Row> {
  return { nameOf: number => (number === 1 ? name : `${name} (${number})`), columns, batches };
}
