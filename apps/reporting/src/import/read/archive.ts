import { crc32 } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { UnreadableFile } from './read-csv';

/** Says in a sentence why a file cannot be imported. */
export class UnreadableInput extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'UnreadableInput';
  }
}

/** A zip archive: nothing of it is unpacked to the disk. */
export interface Archive {
  /** By their paths; without folders. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** The content of an entry. @throws UnreadableFile where it is damaged */
  read(entry: Entry): AsyncGenerator<Buffer>;
}

const MOST_ENTRIES = 100;
const STORED = 0;
const DEFLATED = 8;
const SYMBOLIC_LINK = 0o120000;
const TYPE_OF_FILE = 0o170000;

/**
 * Reads the directory of an archive, whose file stays open until the caller closes it.
 * @param mostBytes that all entries may have together, unpacked
 * @throws UnreadableInput
 */
export async function openArchive(fd: number, mostBytes: number): Promise<Archive> {
  const zip = await fromFdPromise(fd, { autoClose: false, lazyEntries: true }).catch(damaged);
  if (zip.entryCount > MOST_ENTRIES) {
    throw new UnreadableInput(
      `The archive has ${zip.entryCount} entries; an import takes at most ${MOST_ENTRIES}.`,
    );
  }
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for (const entry of await entriesOf(zip)) {
    const name = JSON.stringify(entry.fileName);
    refuseUnlessPlain(entry, name);
    unpacked += entry.uncompressedSize;
    if (unpacked > mostBytes) {
      throw new UnreadableInput(
        `The archive holds more than ${mostBytes} bytes unpacked; split it, or ask the operator to raise IMPORT_MAX_BYTES.`,
      );
    }
    if (entry.fileName.endsWith('/')) continue;
    if (entries.has(entry.fileName))
      throw new UnreadableInput(`The archive has ${name} twice; remove one.`);
    entries.set(entry.fileName, entry);
  }
  return { entries, read: entry => readEntry(zip, entry) };
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch (error) {
    return damaged(error);
  }
  return entries;
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

/** The library checks the size; the checksum is checked here. */
async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
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

/** The library's sentences begin in lower case and name what it met. */
function damaged(error: unknown): never {
  const { message } = error as Error;
  const isPath = /relative path|absolute path|invalid characters/.test(message);
  const isEncrypted = message.includes('encryption');
  throw new UnreadableInput(
    isPath
      ? 'The archive names a path outside of it; an import takes relative paths within the archive.'
      : isEncrypted
        ? 'The archive is encrypted; save it without a password.'
        : `The archive cannot be read (${message.replace(/\.$/, '')}); send it again whole.`,
  );
}
