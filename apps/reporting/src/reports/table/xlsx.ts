import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Column } from './columns';
import { FIRST_PARTS, lastParts, sheetPath } from './workbook-parts';
import { worksheet } from './worksheet';

export interface XlsxOptions {
  /** Rows below the header; a sheet holds 2^20 in all, and what is more goes on in another one. */
  readonly sheetRows?: number;
}

/** Half the size for a third of the time that the usual level takes. */
const COMPRESSION = { compressionLevel: 1 };

/** A workbook (ECMA-376), written as its rows arrive. */
export async function* xlsx<Row>(
  name: string,
  columns: readonly Column<Row>[],
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
    let sheets = 0;
    let next = await batches.next();
    do {
      const sheet = Readable.from(worksheet(columns, rowsOfSheet()), { signal });
      zip.addReadStream(sheet, sheetPath(++sheets), COMPRESSION);
      await finished(sheet);
    } while (!next.done);
    for (const [path, xml] of lastParts(name, sheets)) zip.addBuffer(Buffer.from(xml), path);
    zip.end();

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
}
