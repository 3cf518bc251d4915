import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile as ReadableZip } from 'yauzl';
import { ZipFile } from 'yazl';
import { UnreadableFile, UnreadableInput } from './unreadable';

/** Takes a third of the time of the default level and still halves the size. */
const COMPRESSION = { compressionLevel: 1 };

/** How many bytes are compressed at once in another thread, where each call has an overhead. */
const BLOCK = 262_144;

interface ZipOptions {
  /** The time of every entry; defaults to now. With a fixed time, equal content gives equal bytes. */
  readonly mtime?: Date;
}

type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string>;

export interface ZipWriter {
  add(path: string, content: string): void;
  /** Resolves when everything is written. */
  stream(path: string, pieces: Pieces): Promise<void>;
}

/** Writes a zip file while `write` adds its entries. @throws what `write` throws */
export async function* writeZip(
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

/** A zip archive, which is not unpacked to disk. */
export interface Archive {
  /** By path, without folders. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** The content of an entry. @throws UnreadableFile if it is damaged */
  read(entry: Entry): AsyncGenerator<Buffer>;
}

const MAX_ENTRIES = 100;
const STORED = 0;
const DEFLATED = 8;
const SYMBOLIC_LINK = 0o120000;
const TYPE_OF_FILE = 0o170000;

export interface ArchiveBounds {
  /** The largest unpacked size of all entries combined, in bytes. */
  readonly maxUnpacked: number;
  /** What to do about a larger archive; ends a sentence. */
  readonly remedy: string;
}

/**
 * Reads the directory of an archive, whose file stays open until the caller closes it.
 * @throws UnreadableInput
 */
export async function openArchive(
  fd: number,
  { maxUnpacked, remedy }: ArchiveBounds,
): Promise<Archive> {
  const zip = await fromFdPromise(fd, { autoClose: false, lazyEntries: true }).catch(damaged);
  if (zip.entryCount > MAX_ENTRIES) {
    throw new UnreadableInput(
      `The archive has ${zip.entryCount} entries; at most ${MAX_ENTRIES} are read.`,
    );
  }
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const name = JSON.stringify(entry.fileName);
      refuseUnlessPlain(entry, name);
      unpacked += entry.uncompressedSize;
      if (unpacked > maxUnpacked) {
        throw new UnreadableInput(
          `The archive holds more than ${maxUnpacked} bytes unpacked; ${remedy}.`,
        );
      }
      if (entry.fileName.endsWith('/')) continue;
      if (entries.has(entry.fileName))
        throw new UnreadableInput(`The archive has ${name} twice; remove one.`);
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    damaged(error);
  }
  return { entries, read: entry => readEntry(zip, entry) };
}

function refuseUnlessPlain(entry: Entry, name: string): void {
  const { compressionMethod, externalFileAttributes } = entry;
  if (entry.isEncrypted())
    throw new UnreadableInput(`The archive is encrypted at ${name}; save it without a password.`);
  if (((externalFileAttributes >>> 16) & TYPE_OF_FILE) === SYMBOLIC_LINK)
    throw new UnreadableInput(`The archive has a link, ${name}; put the file itself into it.`);
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) {
    throw new UnreadableInput(
      `The archive compresses ${name} by method ${compressionMethod}; save it as a plain zip archive.`,
    );
  }
}

const DAMAGED = 'undamaged content; the archive is incomplete, or it was changed';

/** The library only checks the size, so the checksum is checked here. */
async function* readEntry(zip: ReadableZip, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    const content = await zip.openReadStreamPromise(entry);
    for await (const chunk of content as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause;
    throw new UnreadableFile(null, DAMAGED);
  }
  if (sum !== entry.crc32) throw new UnreadableFile(null, DAMAGED);
}

/** Turns errors of the library into messages for people. */
function damaged(error: unknown): never {
  if (error instanceof UnreadableInput) throw error;
  const { message } = error as Error;
  const isPath = /relative path|absolute path|invalid characters/.test(message);
  const isEncrypted = message.includes('encryption');
  throw new UnreadableInput(
    isPath
      ? 'The archive names a path outside of it; paths must be relative and stay within the archive.'
      : isEncrypted
        ? 'The archive is encrypted; save it without a password.'
        : `The archive cannot be read (${message.replace(/\.$/, '')}); send it again whole.`,
  );
}
