import { createReadStream, fstat, read } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  FILE_NAMES,
  type FileName,
  isFileName,
  type RecordSources,
} from '../../records/import-file';
import type { ImportFolder } from '../read-folder';
import { type Archive, openArchive, UnreadableInput } from './archive';
import { openWorkbook, type Workbook } from './workbook';

export interface InputBounds {
  /** Bytes that an archive may have unpacked. */
  readonly mostUnpacked: number;
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
  { mostUnpacked }: InputBounds,
): Promise<ImportFolder> {
  const start = Buffer.alloc(8);
  await promisify(read)(fd, start, 0, start.length, 0);
  const { size } = await promisify(fstat)(fd);
  if (size === 0) throw new UnreadableInput('The file is empty.');
  if (start.toString('hex') === 'd0cf11e0a1b11ae1') {
    throw new UnreadableInput(
      'This is an .xls or a workbook with a password; save it as .xlsx without one.',
    );
  }
  if (start.toString('latin1', 0, 2) !== 'PK') return openTable(fd, table, size);
  if (table !== null) {
    throw new UnreadableInput(
      `This is a zip archive or a workbook, and no CSV of ${table}; give it the name or the type of what it is.`,
    );
  }
  const archive = await openArchive(fd, mostUnpacked);
  const workbook = await openWorkbook(archive);
  return workbook ? ofWorkbook(workbook) : ofArchive(archive);
}

/** A reader that stops early closes its stream, and a file is read again for the lines of its faults. */
const STAYS_OPEN = { read, close: (_fd: number, done: () => void) => done() };

function openTable(fd: number, table: FileName | null, size: number): ImportFolder {
  if (table === null) {
    throw new UnreadableInput(
      'This is neither a zip archive nor an .xlsx workbook. Name a CSV file like its table, such as tickets.csv; a call of the API sends it as text/csv with ?file=tickets.',
    );
  }
  const open = () =>
    createReadStream('', { fd, fs: STAYS_OPEN, start: 0, highWaterMark: 256 * 1024 });
  return { sources: { [table]: open }, rows: Math.ceil(size / ROW_OF_CSV), ignored: [] };
}

function ofWorkbook({ tables, ignored, read }: Workbook): ImportFolder {
  if (tables.size === 0) {
    throw new UnreadableInput(
      `The workbook has no sheet of an import; name its sheets ${names(FILE_NAMES)}.`,
    );
  }
  const sources: RecordSources = {};
  let bytes = 0;
  for (const [table, parts] of tables) {
    sources[table] = () => read(table);
    for (const { uncompressedSize } of parts) bytes += uncompressedSize;
  }
  return { sources, rows: Math.ceil(bytes / ROW_OF_SHEET), ignored };
}

/** The files may be in any folder of the archive. */
function ofArchive(archive: Archive): ImportFolder {
  const sources: RecordSources = {};
  const ignored: string[] = [];
  let bytes = 0;
  for (const [name, entry] of archive.entries) {
    const file = path.posix.basename(name);
    if (!isFileName(file)) {
      if (!file.startsWith('.') && file !== 'README.md') ignored.push(name);
      continue;
    }
    if (sources[file])
      throw new UnreadableInput(`The archive has ${file} in two folders; remove one.`);
    sources[file] = () => archive.read(entry);
    bytes += entry.uncompressedSize;
  }
  if (Object.keys(sources).length === 0) {
    throw new UnreadableInput(
      `The archive has no file of an import; those are ${FILE_NAMES.join(', ')}.`,
    );
  }
  return { sources, rows: Math.ceil(bytes / ROW_OF_CSV), ignored };
}

function names(files: readonly FileName[]): string {
  return files.map(file => path.basename(file, '.csv')).join(', ');
}
