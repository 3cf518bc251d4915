import { type Database, type RowScope, streamWithin, transaction } from '@platform/db';
import { stem } from '../records/files';
import type { FileName } from '../records/import-file';
import { type Column, cellText } from '../reports/table/columns';
import { BYTE_ORDER_MARK, csvField } from '../reports/table/csv';
import { type SheetOptions, writeParts, writeSheets } from '../reports/table/sheets';
import type { TableSheet } from '../reports/table/workbook-parts';
import { type ZipWriter, zipped } from '../reports/table/zip';
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

/** The CSV files one after the other, each in pieces; `take` reads them to their end. */
export function writeFiles(
  from: Export,
  take: (name: FileName, pieces: AsyncGenerator<string>) => Promise<void>,
): Promise<void> {
  return readRecords(from, async tables => {
    for (const table of tables) await take(table.file.name, csvRows(table));
  });
}

/** A zip of the CSV files. */
export function recordsZip(from: Export): AsyncGenerator<Uint8Array> {
  return zipped(zip => writeFiles(from, (name, pieces) => zip.stream(name, pieces)));
}

type SheetLimit = Pick<SheetOptions, 'sheetRows'>;

/** A workbook with a sheet for each file; one with more rows than a sheet holds goes on in `tickets (2)`. */
export function recordsXlsx(from: Export, limit: SheetLimit = {}): AsyncGenerator<Uint8Array> {
  return zipped(zip =>
    readRecords(from, tables =>
      writeWorkbook(
        zip,
        tables.map(table => ({ ...table, name: stem(table.file) })),
        limit,
      ),
    ),
  );
}

/** The rows of a sheet, or of several. */
export interface SheetTable {
  readonly name: string;
  readonly columns: readonly Column<ExportedRow>[];
  readonly batches: AsyncGenerator<ExportedRow[]>;
}

/** Writes a workbook whose sheets are tables as they are: no titles, no other order of columns. */
export function writeWorkbook(
  zip: ZipWriter,
  tables: readonly SheetTable[],
  limit: SheetLimit = {},
): Promise<void> {
  return writeParts(zip, async strings => {
    const sheets: TableSheet[] = [];
    for (const { name, columns, batches } of tables) {
      const written = await writeSheets(zip, columns, batches, {
        ...limit,
        strings,
        first: sheets.length + 1,
        nameOf: number => (number === 1 ? name : `${name} (${number})`),
      });
      // Ids are in front here, and printed like the rest.
      sheets.push(...written.map(sheet => ({ ...sheet, printed: sheet.range })));
    }
    return sheets;
  });
}

/** Exactly what the rows hold: nothing is guarded from spreadsheets, as reports are. */
export async function* csvRows({
  columns,
  batches,
}: Pick<Table, 'columns' | 'batches'>): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${columns.map(({ name }) => name).join(',')}\r\n`;
  for await (const rows of batches) {
    let text = '';
    for (const row of rows) {
      const cells = columns.map(({ value }) => csvField(cellText(value(row))));
      text += `${cells.join(',')}\r\n`;
    }
    yield text;
  }
}
