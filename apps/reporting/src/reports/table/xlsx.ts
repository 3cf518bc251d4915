import { type About, aboutSheet } from './about-sheet';
import type { ReportTable } from './report-table';
import { SharedStrings } from './shared-strings';
import { type SheetOptions, writeSheets } from './sheets';
import { FIRST_PARTS, lastParts, STRINGS_PATH, sheetPath } from './workbook-parts';
import { worksheetColumns } from './worksheet';
import { type ZipWriter, zipped } from './zip';

export type XlsxOptions = Pick<SheetOptions, 'sheetRows'>;

/** A workbook (ECMA-376), written as its rows arrive: the sheet About and the table. */
export function xlsx<Row>(
  table: ReportTable<Row>,
  about: About,
  batches: AsyncGenerator<Row[]>,
  options: XlsxOptions = {},
): AsyncGenerator<Uint8Array> {
  const columns = worksheetColumns(table.columns).map(column => ({
    ...column,
    value: column.sheetValue,
  }));
  const write = async (zip: ZipWriter): Promise<void> => {
    for (const [path, xml] of FIRST_PARTS) zip.add(path, xml);
    const strings = new SharedStrings();
    let rowCount = 0;
    const sheets = await writeSheets(zip, columns, counted(), {
      ...options,
      strings,
      first: 2,
      nameOf: number => (number === 1 ? table.title : `${table.title} ${number}`),
    });
    zip.add(sheetPath(1), aboutSheet(table, about, rowCount));
    await zip.stream(STRINGS_PATH, strings.xml());
    for (const [path, xml] of lastParts([{ name: 'About' }, ...sheets])) zip.add(path, xml);

    async function* counted(): AsyncGenerator<Row[]> {
      for await (const rows of batches) {
        rowCount += rows.length;
        yield rows;
      }
    }
  };
  return zipped(write, { mtime: about.asOf });
}
