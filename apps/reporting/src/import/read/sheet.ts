import type { Entry } from 'yauzl';
import type { Archive } from './archive';
import { dateOfSerial, type IsDate } from './date-styles';
import { UnreadableFile } from './read-csv';
import { addText, CellText, type SharedStringReader } from './shared-strings';
import { type Attributes, readXml } from './xml';

/** What the cells of every sheet refer to. */
export interface SheetParts {
  readonly is1904: boolean;
  readonly isDate: IsDate;
  readonly strings: SharedStringReader;
}

/** What a sheet of Excel has at most. */
const MOST_ROWS = 1_048_576;
/** More than any table has. */
const MOST_COLUMNS = 200;
const BATCH = 64 * 1024;

/**
 * The rows of a table as CSV. The line of a record is the number of its row; a further sheet counts on from the last
 * row that a sheet can have, and repeats the header. A workbook leaves out the empty cells at the end of a row.
 * @throws UnreadableFile
 */
export async function* readSheet(
  archive: Archive,
  sheets: readonly Entry[],
  parts: SheetParts,
): AsyncGenerator<Buffer> {
  // The mark says that this is UTF-8, whatever the encoding of an upload.
  yield Buffer.from('\ufeff');
  let line = 1;
  let width = 0;
  for (const [index, sheet] of sheets.entries()) {
    const rows = new SheetRows(parts);
    const first = index * MOST_ROWS;
    let text = '';
    for await (const _ of readXml(archive.read(sheet), rows.handler)) {
      for (const { number, cells } of rows.take()) {
        // The header of a further sheet is that of the first.
        if ((index > 0 && number === 1) || cells.every(isBlank)) continue;
        for (; line < first + number; line += 1) {
          text += '\n';
          if (text.length < BATCH) continue;
          yield Buffer.from(text);
          text = '';
        }
        width ||= cells.length;
        text += cells.map(quote).join(',') + ','.repeat(Math.max(0, width - cells.length));
      }
      if (text.length >= BATCH) {
        yield Buffer.from(text);
        text = '';
      }
    }
    yield Buffer.from(text);
  }
  yield Buffer.from('\n');
}

function isBlank(cell: string): boolean {
  return cell.trim() === '';
}

function quote(cell: string): string {
  return /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

interface Row {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Collects rows from the elements of a sheet. Formulas are not read, only their last value. */
class SheetRows {
  private rows: Row[] = [];
  private number = 0;
  private cells: string[] = [];
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
    return this.rows.splice(0);
  }

  private open(element: string, attributes: Attributes): void {
    if (element === 'row') this.openRow(attributes);
    else if (element === 'c') this.openCell(attributes);
    else if (element === 'v') this.isValue = true;
    else this.inline.open(element);
  }

  private close(element: string): void {
    if (element === 'row') this.rows.push({ number: this.number, cells: this.cells });
    else if (element === 'c') this.cells[this.column - 1] = this.read();
    else if (element === 'v') this.isValue = false;
    else this.inline.close(element);
  }

  private openRow({ r }: Attributes): void {
    const number = r === undefined ? this.number + 1 : Number(r);
    if (!Number.isInteger(number) || number <= this.number || number > MOST_ROWS) {
      refuse(this.number + 1, `rows numbered upwards to at most ${MOST_ROWS}`);
    }
    this.number = number;
    this.cells = [];
    this.column = 0;
  }

  private openCell(attributes: Attributes): void {
    const { r } = attributes;
    const column = r === undefined ? this.column + 1 : columnOf(r);
    if (column <= this.column || column > MOST_COLUMNS) {
      refuse(this.number, `cells from left to right in at most ${MOST_COLUMNS} columns`);
    }
    while (this.cells.length < column - 1) this.cells.push('');
    this.column = column;
    this.cell = attributes;
    this.value = '';
    this.inline.begin();
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
