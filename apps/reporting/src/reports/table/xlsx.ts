import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type About, aboutSheet } from './about-sheet';
import type { ReportTable } from './report-table';
import { FIRST_PARTS, lastParts, sheetPath, type TableSheet } from './workbook-parts';
import { worksheet, worksheetColumns } from './worksheet';

export interface XlsxOptions {
  /** Rows below the header; a sheet holds 2^20 in all, and the rest continues on another one. */
  readonly sheetRows?: number;
}

/** Half the size for a third of the time that the usual level takes. */
const COMPRESSION = { compressionLevel: 1 };

/** A workbook (ECMA-376), written as its rows arrive: the sheet About and the table. */
export async function* xlsx<Row>(
  table: ReportTable<Row>,
  about: About,
  batches: AsyncGenerator<Row[]>,
  { sheetRows = 2 ** 20 - 1 }: XlsxOptions = {},
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as NodeJS.ReadableStream & Pick<Readable, 'destroy'>;
  const leaving = new AbortController();
  const { signal } = leaving;
  write().catch((error: unknown) => output.destroy(error as Error));
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    leaving.abort();
  }

  async function write(): Promise<void> {
    for (const [path, xml] of FIRST_PARTS) zip.addBuffer(Buffer.from(xml), path);
    const columns = worksheetColumns(table.columns);
    const sheets: TableSheet[] = [];
    let rowCount = 0;
    let next = await batches.next();
    do {
      const number = sheets.length + 1;
      const name = number === 1 ? table.title : `${table.title} ${number}`;
      const xml = worksheet(columns, rowsOfSheet(), (range, printed) =>
        sheets.push({ name, range, printed }),
      );
      const sheet = Readable.from(xml, { signal });
      zip.addReadStream(sheet, sheetPath(number + 1), COMPRESSION);
      await finished(sheet);
    } while (!next.done);
    zip.addBuffer(Buffer.from(aboutSheet(table, about, rowCount)), sheetPath(1), COMPRESSION);
    for (const [path, xml] of lastParts(sheets)) zip.addBuffer(Buffer.from(xml), path);
    zip.end();

    async function* rowsOfSheet(): AsyncGenerator<Row[]> {
      for (let room = sheetRows; room > 0 && !next.done; ) {
        const rows = next.value.slice(0, room);
        const rest = next.value.slice(room);
        rowCount += rows.length;
        yield rows;
        room -= rows.length;
        next = rest.length > 0 ? { done: false, value: rest } : await batches.next();
      }
    }
  }
}
