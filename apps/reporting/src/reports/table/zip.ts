import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Half the size for a third of the time that the usual level takes. */
const COMPRESSION = { compressionLevel: 1 };

/** Bytes that are compressed at once, by another thread: a call of it for each piece takes longer than its work. */
const BLOCK = 262_144;

export interface ZipOptions {
  /** The time of every entry; absent: now. The same content at the same time is the same bytes. */
  readonly mtime?: Date;
}

type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string>;

export interface ZipWriter {
  add(path: string, content: string): void;
  /** Ends when all of it is written. */
  stream(path: string, pieces: Pieces): Promise<void>;
}

/** A zip file, sent while `write` adds its entries. @throws what `write` throws */
export async function* zipped(
  write: (zip: ZipWriter) => Promise<void>,
  { mtime }: ZipOptions = {},
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const options = { ...COMPRESSION, ...(mtime && { mtime }) };
  const output = zip.outputStream as NodeJS.ReadableStream & Pick<Readable, 'destroy'>;
  const leaving = new AbortController();
  const { signal } = leaving;
  const writer: ZipWriter = {
    add: (path, content) => zip.addBuffer(Buffer.from(content), path, options),
    async stream(path, pieces) {
      const content = Readable.from(inBlocks(pieces), { signal, highWaterMark: 1 });
      zip.addReadStream(content, path, options);
      await finished(content);
    },
  };
  write(writer).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error as Error),
  );
  try {
    yield* output as AsyncIterable<Uint8Array>;
  } finally {
    leaving.abort();
  }
}

async function* inBlocks(pieces: Pieces): AsyncGenerator<Buffer> {
  let block: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    block.push(bytes);
    length += bytes.length;
    if (length < BLOCK) continue;
    yield Buffer.concat(block, length);
    block = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(block, length);
}
