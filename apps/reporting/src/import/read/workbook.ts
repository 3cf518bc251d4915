import path from 'node:path';
import type { Entry } from 'yauzl';
import { FILE_NAMES, type FileName } from '../../records/import-file';
import { type Archive, UnreadableInput } from './archive';
import { readDateStyles } from './date-styles';
import { UnreadableFile } from './read-csv';
import { SharedStringReader } from './shared-strings';
import { readSheet, type SheetParts } from './sheet';
import { type Attributes, readWholeXml } from './xml';

/** An .xlsx whose sheets are the tables of an import. */
export interface Workbook {
  /** The parts of each table, in their order: `tickets`, `tickets (2)`. */
  readonly tables: ReadonlyMap<FileName, readonly Entry[]>;
  /** Sheets that are no table. */
  readonly ignored: readonly string[];
  /** The rows as CSV with the numbers of the sheet's rows as lines. */
  readonly read: (table: FileName) => AsyncGenerator<Buffer>;
}

interface Relationship {
  readonly id: string;
  /** The end of its URI: `worksheet`. */
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
}

/** Bytes of the parts that are read as a whole. The service itself reads the first two, before it takes an upload. */
const MAX_BYTES = { relationships: 128 * 1024, sheets: 1024 * 1024, styles: 4 * 1024 * 1024 };
const MOST_SHEETS = 100;

/** Null for an archive that is no workbook. @throws UnreadableInput */
export async function openWorkbook(archive: Archive): Promise<Workbook | null> {
  if (!archive.entries.has('[Content_Types].xml')) return null;
  try {
    const relationships = await relationshipsOf(archive, '');
    const main = relationships.find(({ type }) => type === 'officeDocument');
    if (!main) return null;
    return await readWorkbook(archive, main.target);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new UnreadableInput(`The workbook cannot be read: expected ${error.expected}.`);
  }
}

async function readWorkbook(archive: Archive, main: string): Promise<Workbook> {
  if (!main.endsWith('.xml')) {
    throw new UnreadableInput('The workbook is binary (.xlsb); save it as .xlsx.');
  }
  const { sheets, is1904 } = await listSheets(archive, main);
  const relationships = await relationshipsOf(archive, main);
  const part = (type: string) => {
    const found = relationships.find(each => each.type === type);
    return found && entryOf(archive, found);
  };
  const [styles, strings] = [part('styles'), part('sharedStrings')];
  const { tables, ignored } = chooseTables(sheets);
  const isSheet = (id: string) => (each: Relationship) =>
    each.type === 'worksheet' && each.id === id;
  const entries = new Map(
    [...tables].map(([table, parts]) => [
      table,
      parts.map(({ id }) => entryOf(archive, relationships.find(isSheet(id)))),
    ]),
  );
  refuseSharedParts([...entries.values()].flat());
  let parts: Promise<SheetParts> | undefined;
  return {
    tables: entries,
    ignored,
    async *read(table) {
      parts ??= readParts(archive, { styles, strings }, is1904);
      yield* readSheet(archive, entries.get(table)!, await parts);
    },
  };
}

/** A few bytes that many sheets name would be read as often. @throws UnreadableInput */
function refuseSharedParts(parts: readonly Entry[]): void {
  const shared = parts.find((part, index) => parts.indexOf(part) < index);
  if (!shared) return;
  throw new UnreadableInput(
    `The workbook has two sheets of one part, ${JSON.stringify(shared.fileName)}; save it again as .xlsx.`,
  );
}

async function readParts(
  archive: Archive,
  { styles, strings }: { styles: Entry | undefined; strings: Entry | undefined },
  is1904: boolean,
): Promise<SheetParts> {
  return {
    is1904,
    isDate: styles ? await readDateStyles(wholePart(archive, styles, 'styles')) : () => false,
    strings: await SharedStringReader.read(strings && archive.read(strings)),
  };
}

interface Sheet {
  readonly name: string;
  readonly id: string;
}

async function listSheets(
  archive: Archive,
  main: string,
): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readWholeXml(wholePart(archive, entryAt(archive, main), 'sheets'), {
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (element !== 'sheet') return;
      sheets.push({ name: attributes.name ?? '', id: attributes.id ?? '' });
      if (sheets.length > MOST_SHEETS) {
        throw new UnreadableInput(`The workbook has more than ${MOST_SHEETS} sheets.`);
      }
    },
  });
  return { sheets, is1904 };
}

/** A table of more rows than a sheet holds goes on in `tickets (2)`. @throws UnreadableInput */
function chooseTables(sheets: readonly Sheet[]): {
  tables: Map<FileName, Sheet[]>;
  ignored: string[];
} {
  const tables = new Map<FileName, Sheet[]>();
  const named = new Map<string, Sheet>();
  for (const sheet of sheets) {
    const name = sheet.name.trim().toLowerCase();
    if (named.has(name)) {
      throw new UnreadableInput(`The workbook has two sheets ${JSON.stringify(sheet.name)}.`);
    }
    named.set(name, sheet);
  }
  for (const file of FILE_NAMES) {
    const table = path.basename(file, '.csv');
    const parts: Sheet[] = [];
    for (let number = 1; ; number += 1) {
      const sheet = named.get(number === 1 ? table : `${table} (${number})`);
      if (!sheet) break;
      parts.push(sheet);
    }
    if (parts.length > 0) tables.set(file, parts);
  }
  const used = new Set([...tables.values()].flat());
  return { tables, ignored: sheets.filter(sheet => !used.has(sheet)).map(({ name }) => name) };
}

/** The relationships of a part. */
async function relationshipsOf(archive: Archive, part: string): Promise<Relationship[]> {
  const { dir, base } = path.posix.parse(part);
  const entry = archive.entries.get(path.posix.join(dir, '_rels', `${base}.rels`));
  const found: Relationship[] = [];
  if (!entry) return found;
  const open = (element: string, attributes: Attributes) => {
    if (element !== 'Relationship') return;
    const { Id: id = '', Type: type = '', Target: target = '' } = attributes;
    found.push({
      id,
      type: path.posix.basename(type),
      target: path.posix.join(...(target.startsWith('/') ? [target] : ['/', dir, target])).slice(1),
      isExternal: attributes.TargetMode === 'External',
    });
  };
  await readWholeXml(wholePart(archive, entry, 'relationships'), { open });
  return found;
}

/** Nothing outside of the archive is read. @throws UnreadableInput */
function entryOf(archive: Archive, relationship: Relationship | undefined): Entry {
  if (!relationship) throw new UnreadableInput('The workbook lacks the content of a sheet.');
  if (relationship.isExternal) {
    throw new UnreadableInput(
      'The workbook refers to a sheet outside of it; copy the sheet into it.',
    );
  }
  return entryAt(archive, relationship.target);
}

function entryAt(archive: Archive, target: string): Entry {
  const entry = archive.entries.get(target);
  if (entry) return entry;
  throw new UnreadableInput(
    `The workbook lacks its part ${JSON.stringify(target.slice(0, 200))}; save it again as .xlsx.`,
  );
}

function wholePart(
  archive: Archive,
  entry: Entry,
  what: keyof typeof MAX_BYTES,
): AsyncGenerator<Buffer> {
  if (entry.uncompressedSize <= MAX_BYTES[what]) return archive.read(entry);
  throw new UnreadableInput(
    `The workbook's part ${JSON.stringify(entry.fileName)} is larger than ${MAX_BYTES[what]} bytes; save the tables as CSV.`,
  );
}
