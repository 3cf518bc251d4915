import { openWorkbook, type Row, readCsv, UnreadableInput } from '@platform/spreadsheet';
import { bytesOf, openFile, type Reading, rowsOfCsv, rowsOfSheets } from '../open-records';
import type { CompleteSource } from './sources';
import type { SourceSheet } from './sources.dto';

export interface ListSheet extends Required<SourceSheet> {
  /** The name for faults: of the sheet, or of the CSV file. */
  readonly label: string;
  readonly read: () => AsyncIterable<readonly Row[]>;
}

export interface OpenedList {
  readonly sheets: readonly ListSheet[];
  /** An approximate number. */
  readonly rows: number;
  readonly ignored: readonly string[];
}

/** Opens the sheets that the source defines. @throws UnreadableInput */
export async function openList(
  fd: number,
  { sheets }: CompleteSource,
  { name, encoding, maxBytes }: Reading & { readonly name: string },
): Promise<OpenedList> {
  const { size, archive } = await openFile(fd, { maxBytes });
  const [only] = sheets;
  if (!archive) {
    if (sheets.length > 1)
      throw new UnreadableInput('This is a CSV file, and the source names sheets of a workbook.');
    const read = () => readCsv(bytesOf(fd), encoding);
    return { sheets: [{ ...only!, label: name, read }], rows: rowsOfCsv(size), ignored: [] };
  }
  const workbook = await openWorkbook(archive);
  if (!workbook) {
    throw new UnreadableInput('This is a zip archive; a source reads a workbook or a CSV file.');
  }
  let bytes = 0;
  const found = sheets.map(sheet => {
    const label = nameOfSheet(workbook.sheets, sheet.sheet);
    const table = workbook.table([label]);
    bytes += table.bytes;
    return { ...sheet, label, read: table.read };
  });
  const ignored = workbook.sheets.filter(each => found.every(({ label }) => label !== each));
  return { sheets: found, rows: rowsOfSheets(bytes), ignored };
}

function nameOfSheet(names: readonly string[], named: string | null): string {
  if (named === null && names.length === 1) return names[0]!;
  const isNamed = (name: string) => name.trim().toLowerCase() === named?.trim().toLowerCase();
  const found = names.find(isNamed);
  if (found !== undefined) return found;
  const has = names.map(name => JSON.stringify(name)).join(', ');
  throw new UnreadableInput(
    named === null
      ? `The workbook has several sheets, and the source names none; it has ${has}.`
      : `The workbook has no sheet ${JSON.stringify(named)}, which the source names; it has ${has}.`,
  );
}
