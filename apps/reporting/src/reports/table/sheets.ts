import type { Column } from './columns';
import { SharedStringWriter } from './shared-strings';
import {
  FIRST_PARTS,
  lastParts,
  type Sheet,
  STRINGS_PATH,
  sheetPath,
  type TableSheet,
} from './workbook-parts';
import { worksheet } from './worksheet';
import type { ZipWriter } from './zip';

/** Writes a workbook: its parts around the sheets that `writeAll` writes, and answers in their order. */
export async function writeParts(
  zip: ZipWriter,
  writeAll: (strings: SharedStringWriter) => Promise<readonly Sheet[]>,
): Promise<void> {
  for (const [path, xml] of FIRST_PARTS) zip.add(path, xml);
  const strings = new SharedStringWriter();
  const sheets = await writeAll(strings);
  await zip.stream(STRINGS_PATH, strings.xml());
  for (const [path, xml] of lastParts(sheets)) zip.add(path, xml);
}

export interface SheetOptions {
  /** Those of the workbook. */
  readonly strings: SharedStringWriter;
  /** Rows below the header; a sheet holds 2^20 in all, and the rest continues on another one. */
  readonly sheetRows?: number;
  /** The place of the first sheet in the workbook, from 1. */
  readonly first: number;
  /** The name of each, by its number from 1. */
  readonly nameOf: (number: number) => string;
}

/** Writes a table to one sheet, and to further ones where it has more rows than a sheet holds. */
export async function writeSheets<Row>(
  zip: ZipWriter,
  columns: readonly Column<Row>[],
  batches: AsyncGenerator<Row[]>,
  { strings, sheetRows = 2 ** 20 - 1, first, nameOf }: SheetOptions,
): Promise<TableSheet[]> {
  const sheets: TableSheet[] = [];
  let next = await batches.next();
  do {
    const name = nameOf(sheets.length + 1);
    const path = sheetPath(first + sheets.length);
    const xml = worksheet(columns, rowsOfSheet(), strings, (range, printed) =>
      sheets.push({ name, range, printed }),
    );
    await zip.stream(path, xml);
  } while (!next.done);
  return sheets;

  async function* rowsOfSheet(): AsyncGenerator<Row[]> {
    for (let room = sheetRows; room > 0 && !next.done; ) {
      const rows = next.value.slice(0, room);
      const rest = next.value.slice(room);
      yield rows;
      room -= rows.length;
      next = rest.length > 0 ? { done: false, value: rest } : await batches.next();
    }
  }
}
