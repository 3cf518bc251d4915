import { createHash } from 'node:crypto';
import { createReadStream, fstat, read } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  type Archive,
  type Encoding,
  openArchive,
  openWorkbook,
  readCsv,
  UnreadableInput,
  type Workbook,
} from '@platform/spreadsheet';
import {
  FILE_NAMES,
  type FileName,
  fileNamed,
  type RecordSources,
  stem,
} from '../records/import-file';
import { ImportRefused } from './faults';

/** The tables of an import, each opened when it is read. */
export interface Records {
  readonly sources: RecordSources;
  /** An approximate number. */
  readonly rows: number;
  /** Files that do not belong to the format, with what may have been meant. */
  readonly ignored: readonly string[];
  /** The SHA-256 of what was opened. */
  readonly digest: () => Promise<Buffer>;
}

export interface Reading {
  /** The largest import in bytes; ten times as much unpacked. */
  readonly maxBytes: number;
  /** Of CSV files; defaults to UTF-8. */
  readonly encoding?: Encoding | null | undefined;
}

/** Opens a folder, a zip archive, a workbook or one table. @throws Error with a message for people; ImportRefused */
export async function openPath(
  from: string,
  reading: Reading,
): Promise<Records & { readonly close: () => Promise<void> }> {
  const isFile = await stat(from).then(
    found => found.isFile(),
    () => false,
  );
  if (!isFile) return { ...(await readFolder(from, reading)), close: () => Promise.resolve() };
  const file: FileHandle = await open(from);
  try {
    const records = await openRecords(file.fd, fileNamed(path.basename(from)), reading);
    return { ...records, close: () => file.close() };
  } catch (error) {
    await file.close();
    if (error instanceof Error) error.message = `${from}: ${error.message}`;
    throw error;
  }
}

/** The approximate number of rows in that many bytes. */
export const rowsOfCsv = (bytes: number) => Math.ceil(bytes / 80);
export const rowsOfSheets = (bytes: number) => Math.ceil(bytes / 400);

/**
 * Reads an open file, which the caller closes: an archive of CSV files, a workbook, or the CSV file of `table`.
 * @throws UnreadableInput
 */
export async function openRecords(
  fd: number,
  table: FileName | null,
  reading: Reading,
): Promise<Records> {
  const { size, archive } = await openFile(fd, reading);
  const digest = () => digestOf([[table ?? '', bytesOf(fd)]]);
  if (!archive) {
    if (table) {
      const sources = { [table]: () => readCsv(bytesOf(fd), reading.encoding) };
      return { sources, rows: rowsOfCsv(size), ignored: [], digest };
    }
    throw new UnreadableInput(
      'This is neither a zip archive nor an .xlsx workbook. Name a CSV file like its table, such as tickets.csv; a call of the API sends it as text/csv with ?file=tickets.',
    );
  }
  if (table !== null) {
    throw new UnreadableInput(
      `This is a zip archive or a workbook, not a CSV file of ${table}; correct its name or content type.`,
    );
  }
  const workbook = await openWorkbook(archive);
  return { ...(workbook ? ofWorkbook(workbook) : ofArchive(archive, reading)), digest };
}

type Tables = Omit<Records, 'digest'>;

async function digestOf(files: Iterable<readonly [string, AsyncIterable<Buffer>]>) {
  const hash = createHash('sha256');
  for (const [name, bytes] of files) {
    const ofFile = createHash('sha256');
    for await (const piece of bytes) ofFile.update(piece);
    hash.update(`${name}\n`).update(ofFile.digest());
  }
  return hash.digest();
}

/** Opens a file as an archive; null if it may be CSV. @throws UnreadableInput for other spreadsheet formats */
export async function openFile(
  fd: number,
  { maxBytes }: Pick<Reading, 'maxBytes'>,
): Promise<{ readonly size: number; readonly archive: Archive | null }> {
  const start = Buffer.alloc(8);
  await promisify(read)(fd, start, 0, start.length, 0);
  const { size } = await promisify(fstat)(fd);
  if (size === 0) throw new UnreadableInput('The file is empty.');
  if (start.toString('hex') === 'd0cf11e0a1b11ae1') throw new UnreadableInput(await oldFormat(fd));
  if (start.toString('latin1', 0, 2) !== 'PK') return { size, archive: null };
  const remedy = 'split it, or ask the operator to raise IMPORT_MAX_BYTES';
  const archive = await openArchive(fd, { maxUnpacked: 10 * maxBytes, remedy });
  refuseOtherSpreadsheets(archive);
  return { size, archive };
}

/** The bytes of an open file, which stays open. */
export function bytesOf(fd: number): AsyncIterable<Buffer> {
  return createReadStream('', { ...CHUNK, fd, fs: STAYS_OPEN, start: 0 });
}

/** How much of a compound file to search for the names of its parts. */
const MAX_DIRECTORY_BYTES = 512 * 1024;

/** A compound file (MS-CFB) is a workbook in the old format, or contains an encrypted one. */
async function oldFormat(fd: number): Promise<string> {
  const directory = Buffer.alloc(MAX_DIRECTORY_BYTES);
  await promisify(read)(fd, directory, 0, directory.length, 0);
  return directory.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? 'This is a workbook with a password; remove the password, and save it as .xlsx.'
    : 'This is an .xls; save it as .xlsx.';
}

/** The spreadsheets of other programs are also zip archives. @throws UnreadableInput */
function refuseOtherSpreadsheets({ entries }: Archive): void {
  const names = [...entries.keys()];
  const isNumbers = names.some(name => /^Index(\.zip$|\/.*\.iwa$)/.test(name));
  const isOpenDocument = entries.has('mimetype') && entries.has('content.xml');
  if (!isNumbers && !isOpenDocument) return;
  const [what, how] = isNumbers
    ? ['a Numbers spreadsheet (.numbers)', 'export it as Excel']
    : ['an OpenDocument spreadsheet (.ods)', 'save it as .xlsx'];
  throw new UnreadableInput(`This is ${what}; ${how}.`);
}

/** Stops a stream from closing the file, which is read again for the lines of its faults. */
const STAYS_OPEN = { read, close: (_fd: number, done: () => void) => done() };

const CHUNK = { highWaterMark: 256 * 1024 };

/** Sheets are named after their tables; rows that exceed a sheet continue in `tickets (2)`. */
function ofWorkbook(workbook: Workbook): Tables {
  const sheets = new Map(workbook.sheets.map(name => [name.trim().toLowerCase(), name]));
  const sources: RecordSources = {};
  let bytes = 0;
  for (const file of FILE_NAMES) {
    const table = stem(file);
    const parts: string[] = [];
    for (let name = table; sheets.has(name); name = `${table} (${parts.length + 1})`) {
      parts.push(sheets.get(name)!);
      sheets.delete(name);
    }
    if (parts.length === 0) continue;
    const found = workbook.table(parts);
    sources[file] = found.read;
    bytes += found.bytes;
  }
  if (Object.keys(sources).length === 0) {
    throw new UnreadableInput(
      `The workbook has no sheet of an import; name its sheets ${FILE_NAMES.map(stem).join(', ')}.`,
    );
  }
  return { sources, rows: rowsOfSheets(bytes), ignored: [...sheets.values()] };
}

/** Files may be in any folder of the archive. */
function ofArchive(archive: Archive, { encoding }: Reading): Tables {
  const sources: RecordSources = {};
  const ignored: string[] = [];
  let bytes = 0;
  for (const [name, entry] of archive.entries) {
    const base = path.posix.basename(name);
    const file = fileNamed(base);
    if (file === null) {
      if (!isExpected(base)) ignored.push(name);
      continue;
    }
    if (sources[file])
      throw new UnreadableInput(
        `The archive has ${file} twice; remove ${JSON.stringify(name)} or the other.`,
      );
    sources[file] = () => readCsv(archive.read(entry), encoding);
    bytes += entry.uncompressedSize;
  }
  if (Object.keys(sources).length === 0) {
    throw new UnreadableInput(
      `The archive has no file of an import; name its files ${FILE_NAMES.join(', ')}.`,
    );
  }
  return { sources, rows: rowsOfCsv(bytes), ignored };
}

/** Hidden files and the template's README contain no data. */
function isExpected(name: string): boolean {
  return name.startsWith('.') || name === 'README.md';
}

const NOT_A_FOLDER: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  EACCES: 'may not be read',
};

/** Reads the files of a folder. @throws Error with a message for people; ImportRefused */
async function readFolder(folder: string, { encoding }: Reading): Promise<Records> {
  const entries = await readdir(folder).catch((cause: unknown) => {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    const reason = NOT_A_FOLDER[code] ?? `cannot be read (${code})`;
    throw new Error(`Folder ${folder} ${reason}.`);
  });
  const named = entries.flatMap(name => {
    const table = fileNamed(name);
    return table === null ? [] : [{ name, table }];
  });
  const sources: RecordSources = {};
  const files: [string, () => AsyncIterable<Buffer>][] = [];
  let rows = 0;
  for (const table of FILE_NAMES) {
    const [first, second] = named.filter(each => each.table === table);
    if (!first) continue;
    // Opening a pipe would block until it has a writer.
    const found = await stat(path.join(folder, first.name));
    if (second || !found.isFile()) {
      const expected = second
        ? `one file of the table, and there are ${first.name} and ${second.name}`
        : 'a file, and this is a folder, a pipe or a device';
      throw new ImportRefused([{ file: table, line: null, column: null, value: null, expected }]);
    }
    const read = () => createReadStream(path.join(folder, first.name), CHUNK);
    sources[table] = () => readCsv(read(), encoding);
    files.push([table, read]);
    rows += rowsOfCsv(found.size);
  }
  const ignored = entries.filter(name => fileNamed(name) === null && !isExpected(name));
  const digest = () => digestOf(files.map(([name, read]) => [name, read()]));
  return { sources, rows, ignored: ignored.map(describeIgnored), digest };
}

function describeIgnored(name: string): string {
  const meant = fileNamed(`${name.replace(/\.[^.]*$/, '')}.csv`);
  return meant ? `${name} (save it as ${meant})` : name;
}
