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
import { FILE_NAMES, type FileName, isFileName, type RecordSources } from '../records/import-file';
import { ImportRefused } from './faults';

/** The tables of an import, each opened when it is read. */
export interface Records {
  readonly sources: RecordSources;
  /** About how many: lines, headers and line ends in cells among them. */
  readonly rows: number;
  /** Files that are no part of the format, each with what may have been meant. */
  readonly ignored: readonly string[];
}

export interface Reading {
  /** Bytes that an import may have; unpacked, ten times as many. */
  readonly maxBytes: number;
  /** Of CSV files; absent: UTF-8. */
  readonly encoding?: Encoding | null | undefined;
}

/** A folder, a zip archive, a workbook or one table. @throws Error in a sentence; ImportRefused */
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
    const name = path.basename(from);
    const records = await openRecords(file.fd, isFileName(name) ? name : null, reading);
    return { ...records, close: () => file.close() };
  } catch (error) {
    await file.close();
    if (error instanceof Error) error.message = `${from}: ${error.message}`;
    throw error;
  }
}

/** Bytes of a row, about. */
const ROW_OF_CSV = 80;
const ROW_OF_SHEET = 400;

/**
 * The records of an open file, which stays open until the caller closes it: an archive of CSV files, a workbook, or one
 * table, whose name is `table`.
 * @throws UnreadableInput
 */
export async function openRecords(
  fd: number,
  table: FileName | null,
  reading: Reading,
): Promise<Records> {
  const start = Buffer.alloc(8);
  await promisify(read)(fd, start, 0, start.length, 0);
  const { size } = await promisify(fstat)(fd);
  if (size === 0) throw new UnreadableInput('The file is empty.');
  if (start.toString('hex') === 'd0cf11e0a1b11ae1') {
    throw new UnreadableInput(
      'This is an .xls or a workbook with a password; save it as .xlsx without one.',
    );
  }
  if (start.toString('latin1', 0, 2) !== 'PK') {
    if (table) return ofTable(fd, table, size, reading);
    throw new UnreadableInput(
      'This is neither a zip archive nor an .xlsx workbook. Name a CSV file like its table, such as tickets.csv; a call of the API sends it as text/csv with ?file=tickets.',
    );
  }
  if (table !== null) {
    throw new UnreadableInput(
      `This is a zip archive or a workbook, and no CSV of ${table}; give it the name or the type of what it is.`,
    );
  }
  const archive = await openArchive(fd, {
    maxUnpacked: 10 * reading.maxBytes,
    remedy: 'split it, or ask the operator to raise IMPORT_MAX_BYTES',
  });
  const workbook = await openWorkbook(archive);
  return workbook ? ofWorkbook(workbook) : ofArchive(archive, reading);
}

/** A reader that stops early closes its stream, and a file is read again for the lines of its faults. */
const STAYS_OPEN = { read, close: (_fd: number, done: () => void) => done() };

/** Bytes of a file that are read at once. */
const PIECE = { highWaterMark: 256 * 1024 };

function ofTable(fd: number, table: FileName, size: number, { encoding }: Reading): Records {
  const bytes = () => createReadStream('', { ...PIECE, fd, fs: STAYS_OPEN, start: 0 });
  return {
    sources: { [table]: () => readCsv(bytes(), encoding) },
    rows: Math.ceil(size / ROW_OF_CSV),
    ignored: [],
  };
}

/** The sheets are named like the tables; one with more rows than a sheet holds goes on in `tickets (2)`. */
function ofWorkbook(workbook: Workbook): Records {
  const sheets = new Map(workbook.sheets.map(name => [name.trim().toLowerCase(), name]));
  const sources: RecordSources = {};
  let bytes = 0;
  for (const file of FILE_NAMES) {
    const table = tableName(file);
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
      `The workbook has no sheet of an import; name its sheets ${FILE_NAMES.map(tableName).join(', ')}.`,
    );
  }
  return { sources, rows: Math.ceil(bytes / ROW_OF_SHEET), ignored: [...sheets.values()] };
}

function tableName(file: FileName): string {
  return path.basename(file, '.csv');
}

/** The files may be in any folder of the archive. */
function ofArchive(archive: Archive, { encoding }: Reading): Records {
  const sources: RecordSources = {};
  const ignored: string[] = [];
  let bytes = 0;
  for (const [name, entry] of archive.entries) {
    const file = path.posix.basename(name);
    if (!isFileName(file)) {
      if (!isExpected(file)) ignored.push(name);
      continue;
    }
    if (sources[file])
      throw new UnreadableInput(`The archive has ${file} in two folders; remove one.`);
    sources[file] = () => readCsv(archive.read(entry), encoding);
    bytes += entry.uncompressedSize;
  }
  if (Object.keys(sources).length === 0) {
    throw new UnreadableInput(
      `The archive has no file of an import; those are ${FILE_NAMES.join(', ')}.`,
    );
  }
  return { sources, rows: Math.ceil(bytes / ROW_OF_CSV), ignored };
}

/** Hidden files and the template's README hold no data. */
function isExpected(name: string): boolean {
  return name.startsWith('.') || name === 'README.md';
}

const NEWLINE = 10;
const NOT_A_FOLDER: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  EACCES: 'may not be read',
};

/** The files of a folder. @throws Error in a sentence; ImportRefused */
async function readFolder(folder: string, { encoding }: Reading): Promise<Records> {
  const entries = await readdir(folder).catch((cause: unknown) => {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    const reason = NOT_A_FOLDER[code] ?? `cannot be read (${code})`;
    throw new Error(`Folder ${folder} ${reason}.`);
  });
  const sources: RecordSources = {};
  let rows = 0;
  for (const name of FILE_NAMES.filter(known => entries.includes(known))) {
    const file = path.join(folder, name);
    // Opening a pipe would block until it has a writer.
    if (!(await stat(file)).isFile()) {
      const expected = 'a file, and this is a folder, a pipe or a device';
      throw new ImportRefused([{ file: name, line: null, column: null, value: null, expected }]);
    }
    sources[name] = () => readCsv(createReadStream(file, PIECE), encoding);
    for await (const chunk of createReadStream(file, PIECE)) rows += countLines(chunk as Buffer);
  }
  const ignored = entries.filter(name => !isFileName(name) && !isExpected(name));
  return { sources, rows, ignored: ignored.map(describeIgnored) };
}

function describeIgnored(name: string): string {
  const stem = name.replace(/\.[^.]*$/, '').toLowerCase();
  const meant = FILE_NAMES.find(known => known === `${stem}.csv`);
  if (!meant) return name;
  return name.toLowerCase() === meant
    ? `${name} (rename it to ${meant})`
    : `${name} (save it as ${meant})`;
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}
