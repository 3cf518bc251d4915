import path from 'node:path';
import type { Entry } from 'yauzl';
import { GENERAL, readNumberFormats } from './number-formats';
import type { Row } from './read-csv';
import { readSheets, type SheetOddities, type SheetParts } from './read-sheet';
import { SharedStringReader } from './shared-strings';
import { UnreadableFile, UnreadableInput } from './unreadable';
import { type Attributes, readWholeXml } from './xml';
import type { Archive } from './zip';

export interface WorkbookTable {
  /** The unpacked size of the sheets. */
  readonly bytes: number;
  /** Of all reads combined. */
  readonly seen: SheetOddities;
  readonly read: () => AsyncGenerator<Row[]>;
}

export interface Workbook {
  /** The names of its sheets, which are unique regardless of letter case. */
  readonly sheets: readonly string[];
  readonly hidden: ReadonlySet<string>;
  /**
   * Combines sheets into a table; each can be used once. If `stopStrings` returns true, further shared strings are not
   * read and become `…`.
   * @throws UnreadableInput if the content of one is missing
   */
  readonly table: (sheets: readonly string[], stopStrings?: () => boolean) => WorkbookTable;
}

interface Relationship {
  readonly id: string;
  /** The end of its URI, such as `worksheet`. */
  readonly type: string;
  readonly target: string;
  readonly isExternal: boolean;
}

/** The largest sizes of parts that are read at once. */
const MAX_BYTES = { relationships: 128 * 1024, sheets: 1024 * 1024, styles: 4 * 1024 * 1024 };
const MAX_SHEETS = 100;

/** Returns null if the archive is not a workbook. @throws UnreadableInput */
export async function openWorkbook(archive: Archive): Promise<Workbook | null> {
  if (!findPart(archive, '[Content_Types].xml')) return null;
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
  const { sheets, hidden, is1904 } = await listSheets(archive, main);
  const relationships = await relationshipsOf(archive, main);
  const part = (type: string) => {
    const found = relationships.find(each => each.type === type);
    return found && entryOf(archive, found);
  };
  const [styles, strings] = [part('styles'), part('sharedStrings')];
  const used = new Set<Entry>();
  const sheetEntry = (name: string) => {
    const id = sheets.get(name);
    const isSheet = (each: Relationship) => each.type === 'worksheet' && each.id === id;
    const entry = entryOf(archive, relationships.find(isSheet));
    // Otherwise, many sheets could share a small part, which would be read as often.
    if (used.has(entry))
      throw new UnreadableInput(
        `The workbook has two sheets of one part, ${JSON.stringify(entry.fileName)}; save it again as .xlsx.`,
      );
    used.add(entry);
    return entry;
  };
  let parts: Promise<SheetParts> | undefined;
  return {
    sheets: [...sheets.keys()],
    hidden,
    table(names, stopStrings) {
      const entries = names.map(sheetEntry);
      const seen = { hiddenRows: 0, mergedCells: 0, formulasWithoutValue: 0 };
      return {
        seen,
        bytes: entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0),
        async *read() {
          parts ??= readParts(archive, [styles, strings], is1904, stopStrings);
          yield* readSheets(archive, entries, await parts, seen);
        },
      };
    },
  };
}

async function readParts(
  archive: Archive,
  [styles, strings]: readonly [Entry | undefined, Entry | undefined],
  is1904: boolean,
  shouldStop?: () => boolean,
): Promise<SheetParts> {
  return {
    is1904,
    formats: styles ? await readNumberFormats(wholePart(archive, styles, 'styles')) : GENERAL,
    strings: await SharedStringReader.read(strings && archive.read(strings), shouldStop),
  };
}

/** The relationship IDs of the sheets by name. */
async function listSheets(
  archive: Archive,
  main: string,
): Promise<{ sheets: Map<string, string>; hidden: Set<string>; is1904: boolean }> {
  const hidden = new Set<string>();
  const sheets = new Map<string, string>();
  const names = new Set<string>();
  let is1904 = false;
  await readWholeXml(wholePart(archive, entryAt(archive, main), 'sheets'), {
    open(element, { date1904 = '', name = '', id = '', state }) {
      if (element === 'workbookPr') is1904 = /^(1|true)$/.test(date1904);
      if (element !== 'sheet') return;
      if (names.size === MAX_SHEETS)
        throw new UnreadableInput(`The workbook has more than ${MAX_SHEETS} sheets.`);
      if (names.has(name.trim().toLowerCase()))
        throw new UnreadableInput(`The workbook has two sheets ${JSON.stringify(name)}.`);
      names.add(name.trim().toLowerCase());
      sheets.set(name, id);
      if (state !== undefined && state !== 'visible') hidden.add(name);
    },
  });
  return { sheets, hidden, is1904 };
}

async function relationshipsOf(archive: Archive, part: string): Promise<Relationship[]> {
  const { dir, base } = path.posix.parse(part);
  const entry = findPart(archive, path.posix.join(dir, '_rels', `${base}.rels`));
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

/** @throws UnreadableInput, also for a target outside of the archive */
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
  const entry = findPart(archive, target);
  if (entry) return entry;
  throw new UnreadableInput(
    `The workbook lacks its part ${JSON.stringify(target.slice(0, 200))}; save it again as .xlsx.`,
  );
}

/** Names of parts are compared without case (ECMA-376, part 2, 6.3.5). */
function findPart({ entries }: Archive, name: string): Entry | undefined {
  return [...entries].find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
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
