import type { Entry } from 'yauzl';
import { type Row, UnreadableFile } from './read-csv';
import { addText, CellText, type SharedStringReader } from './shared-strings';
import { type Attributes, readWholeXml, readXml } from './xml';
import type { Archive } from './zip';

/** Whether a number in a cell of a style is a date. */
type IsDate = (style: number) => boolean;

/** What the cells of every sheet refer to. */
export interface SheetParts {
  readonly is1904: boolean;
  readonly isDate: IsDate;
  readonly strings: SharedStringReader;
}

/** Rows that a sheet of Excel has. */
const MAX_ROWS = 1_048_576;
/** More than any table has. */
const MAX_COLUMNS = 200;
/** Characters of a row, as a record of CSV may have; of rows that are handed over at once. */
const MAX_ROW = 1024 * 1024;
const BATCH = 64 * 1024;

/**
 * The rows of a table in batches, without blank ones. A further sheet repeats the header and counts on from the last row
 * that a sheet can have. A workbook leaves out the empty cells at the end of a row.
 * @throws UnreadableFile
 */
export async function* readSheets(
  archive: Archive,
  sheets: readonly Entry[],
  parts: SheetParts,
): AsyncGenerator<Row[]> {
  const rows = new SheetRows(parts);
  for (const sheet of sheets) {
    for await (const _ of readXml(archive.read(sheet), rows.handler))
      if (rows.size >= BATCH) yield rows.take();
    rows.endSheet();
  }
  yield rows.take();
}

/** Collects rows from the elements of a sheet. Formulas are not read, only their last value. */
class SheetRows {
  /** Characters of the complete rows. */
  size = 0;
  private rows: Row[] = [];
  /** The last row of the sheets before. */
  private before = 0;
  private width = 0;
  private number = 0;
  private cells: string[] = [];
  private length = 0;
  private column = 0;
  private cell: Attributes = {};
  private value = '';
  private isValue = false;
  private readonly inline = new CellText();

  constructor(private readonly parts: SheetParts) {}

  readonly handler = {
    open: (element: string, attributes: Attributes) => this.open(element, attributes),
    text: (text: string) => {
      if (this.isValue) this.value = addText(this.value, text, this.number);
      this.inline.add(text);
    },
    close: (element: string) => this.close(element),
  };

  /** The rows that are complete. */
  take(): Row[] {
    const { rows } = this;
    this.rows = [];
    this.size = 0;
    return rows;
  }

  endSheet(): void {
    this.before += MAX_ROWS;
    this.number = 0;
  }

  private open(element: string, attributes: Attributes): void {
    if (element === 'row') this.openRow(attributes);
    else if (element === 'c') this.openCell(attributes);
    else if (element === 'v') this.isValue = true;
    else this.inline.open(element);
  }

  private close(element: string): void {
    if (element === 'row') this.closeRow();
    else if (element === 'c') this.closeCell();
    else if (element === 'v') this.isValue = false;
    else this.inline.close(element);
  }

  private openRow({ r }: Attributes): void {
    const number = r === undefined ? this.number + 1 : Number(r);
    if (!Number.isInteger(number) || number <= this.number || number > MAX_ROWS) {
      refuse(this.number + 1, `rows numbered upwards to at most ${MAX_ROWS}`);
    }
    this.number = number;
    this.cells = [];
    this.column = 0;
    this.length = 0;
  }

  private closeRow(): void {
    const { cells, number, before } = this;
    if ((before > 0 && number === 1) || cells.every(cell => cell.trim() === '')) return;
    this.width ||= cells.length;
    while (cells.length < this.width) cells.push('');
    this.rows.push({ line: before + number, cells });
    this.size += this.length + cells.length;
  }

  private openCell(attributes: Attributes): void {
    const { r } = attributes;
    const column = r === undefined ? this.column + 1 : columnOf(r);
    if (column <= this.column || column > MAX_COLUMNS) {
      refuse(this.number, `cells from left to right in at most ${MAX_COLUMNS} columns`);
    }
    while (this.cells.length < column - 1) this.cells.push('');
    this.column = column;
    this.cell = attributes;
    this.value = '';
    this.inline.begin();
  }

  private closeCell(): void {
    const text = this.read();
    this.length += text.length;
    if (this.length > MAX_ROW) refuse(this.number, 'rows of at most 1 MiB');
    this.cells[this.column - 1] = text;
  }

  private read(): string {
    const { value, cell, parts } = this;
    switch (cell.t) {
      case 's': {
        const text = parts.strings.at(Number(value));
        return text ?? refuse(this.number, 'texts that the workbook has');
      }
      case 'inlineStr':
        return this.inline.end();
      case 'b':
        return value === '1' ? 'true' : value === '0' ? 'false' : value;
      case 'str':
      case 'e':
      case 'd':
        return value;
      default:
        return this.readNumber(value);
    }
  }

  private readNumber(value: string): string {
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number)) return value;
    const { isDate, is1904 } = this.parts;
    const date = isDate(Number(this.cell.s ?? 0)) ? dateOfSerial(number, is1904) : null;
    return date ?? plainNumber(number);
  }
}

/** Without an exponent, which no column takes. */
function plainNumber(number: number): string {
  const text = String(number);
  return text.includes('e') && Number.isInteger(number) ? BigInt(number).toString() : text;
}

/** Of `AB12` 28; 0 for what is no reference. */
function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference)?.[1] ?? '';
  return Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
}

function refuse(row: number, expected: string): never {
  throw new UnreadableFile(row, `${expected}; save the workbook again as .xlsx`);
}

/** Number formats that Excel keeps no code for: those of dates and times (ECMA-376, part 1, 18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** From the part `styles`. @throws UnreadableFile */
export async function readDateStyles(part: AsyncIterable<Buffer>): Promise<IsDate> {
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let isOfCells = false;
  const isDate = (id: number) => {
    const code = codes.get(id);
    return code === undefined ? isBuiltInDate(id) : isDateCode(code);
  };
  await readWholeXml(part, {
    open(element, attributes) {
      if (element === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (element === 'cellXfs') isOfCells = true;
      if (element === 'xf' && isOfCells) styles.push(isDate(Number(attributes.numFmtId ?? 0)));
    },
    close(element) {
      if (element === 'cellXfs') isOfCells = false;
    },
  });
  return style => styles[style] === true;
}

/** `yyyy\-mm\-dd` is one; texts, colours and escaped letters are left out. */
function isDateCode(code: string): boolean {
  const [first = ''] = code.slice(0, 1_000).split(';');
  const letters = first
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(letters) && !/^general$/i.test(letters);
}

const DAY = 86_400_000;
/** Excel counts from 1900 with a 29 February that there was not. */
const START_1900 = Date.UTC(1899, 11, 30);
const START_1904 = Date.UTC(1904, 0, 1);

/** `2026-01-31`, or `2026-01-31T08:30:00` where it has a time; null for what no calendar has. */
function dateOfSerial(serial: number, is1904: boolean): string | null {
  const days = !is1904 && serial < 60 ? serial + 1 : serial;
  // Excel rounds to milliseconds.
  const time = new Date((is1904 ? START_1904 : START_1900) + Math.round(days * DAY));
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999) return null;
  const [date, clock] = time.toISOString().split('T') as [string, string];
  if (clock === '00:00:00.000Z') return date;
  return `${date}T${clock.replace(/(\.000)?Z$/, '')}`;
}
