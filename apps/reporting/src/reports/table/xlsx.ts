import { type AboutReport, aboutSheet } from './about-sheet';
import type { ReportTable } from './report-table';
import { type SheetOptions, writeParts, writeSheets } from './sheets';
import { sheetPath } from './workbook-parts';
import { worksheetColumns } from './worksheet';
import { type ZipWriter, zipped } from './zip';

export type XlsxOptions = Pick<SheetOptions, 'sheetRows'>;

/** A workbook (ECMA-376), written as its rows arrive: the sheet About and the table. */
export function xlsx<Row>(
  table: ReportTable<Row>,
  about: AboutReport,
  batches: AsyncGenerator<Row[]>,
  options: XlsxOptions = {},
): AsyncGenerator<Uint8Array> {
  const columns = worksheetColumns(table.columns).map(column => ({
    ...column,
    value: column.sheetValue,
  }));
  let rowCount = 0;
  const write = (zip: ZipWriter) =>
    writeParts(zip, async strings => {
      const sheets = await writeSheets(zip, columns, counted(), {
        ...options,
        strings,
        first: 2,
        nameOf: number => (number === 1 ? table.title : `${table.title} ${number}`),
      });
      zip.add(sheetPath(1), aboutSheet(table, about, rowCount));
      return [{ name: 'About' }, ...sheets];
    });
  return zipped(write, { mtime: about.asOf });

  async function* counted(): AsyncGenerator<Row[]> {
    for await (const rows of batches) {
      rowCount += rows.length;
      yield rows;
    }
  }
}
