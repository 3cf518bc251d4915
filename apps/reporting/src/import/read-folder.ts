import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { FILE_NAMES, isFileName, type RecordSources } from '../records/import-file';
import { ImportRefused } from './faults';

export interface ImportFolder {
  readonly sources: RecordSources;
  /** About how many: lines, headers and line ends in cells among them. */
  readonly rows: number;
  /** Files that are no part of the format, each with what may have been meant. */
  readonly ignored: readonly string[];
}

const NEWLINE = 10;
const NOT_A_FOLDER: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is no folder',
  EACCES: 'may not be read',
};

/** The files of a folder, each opened when it is read. @throws Error in a sentence; ImportRefused */
export async function readFolder(folder: string): Promise<ImportFolder> {
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
    sources[name] = () => read(file);
    for await (const chunk of read(file)) rows += countLines(chunk);
  }
  return { sources, rows, ignored: entries.filter(isIgnored).map(describeIgnored) };
}

/** Hidden files and the template's README hold no data. */
function isIgnored(name: string): boolean {
  return !isFileName(name) && !name.startsWith('.') && name !== 'README.md';
}

function describeIgnored(name: string): string {
  const stem = name.replace(/\.[^.]*$/, '').toLowerCase();
  const meant = FILE_NAMES.find(known => known === `${stem}.csv`);
  if (!meant) return name;
  return name.toLowerCase() === meant
    ? `${name} (rename it to ${meant})`
    : `${name} (save it as ${meant})`;
}

function read(file: string): AsyncIterable<Buffer> {
  return createReadStream(file, { highWaterMark: 256 * 1024 });
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}
