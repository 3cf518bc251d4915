import type { Entry } from 'yauzl';
import { dateOfSerial, type NumberFormats, plainNumber } from './number-formats';
import type { CellDetail, Row } from './read-csv';
import { addText, CellText, type SharedStringReader } from './shared-strings';
import { UnreadableFile } from './unreadable';
import { type Attributes, readXml } from './xml';
import type { Archive } from './zip';

export interface SheetParts {
  readonly is1904: boolean;
  readonly formats: NumberFormats;
  readonly strings: SharedStringReader;
}

/** Properties of sheets that rows do not show, counted while reading. */
export interface SheetOddities {
  hiddenRows: number;
  mergedCells: number;
  formulasWithoutValue: number;
}

/** The limit of Excel. */
const MAX_ROWS = 1_048_576;
/** More than any list has, such as a grid of requirements; limits the padding of rows. */
const MAX_COLUMNS = 2000;
/** In characters; the same limit as for CSV records. */
const MAX_ROW_LENGTH = 1024 * 1024;

/**
 * Reads the rows of a table in batches, without blank rows. Further sheets repeat the header, and their rows are
 * numbered on from the last possible row of the previous sheet. Rows are padded, because workbooks omit empty cells at
 * the end.
 * @throws UnreadableFile
 */
export async function* readSheets(
  archive: Archive,
  sheets: readonly Entry[],
  parts: SheetParts,
  seen: SheetOddities,
): AsyncGenerator<Row[]> {
  const rows = new SheetRows(parts, seen);
  for (const sheet of sheets) {
    for await (const _ of readXml(archive.read(sheet), rows)) yield rows.take();
    rows.endSheet();
  }
}

/** Collects rows from the elements of a sheet. For formulas, only the stored result is read. */
class SheetRows {
  private rows: Row[] = [];
  /** The last row number of the previous sheets. */
  private before = 0;
  private width = 0;
  private number = 0;
  private cells: string[] = [];
  private details = new Map<number, CellDetail>();
  private length = 0;
  private column = 0;
  private cell: Attributes = {};
  private value = '';
  private isValue = false;
  /** Whether the cell has a value element, and a formula. */
  private hasValue = false;
  private hasFormula = false;
  private readonly inline = new CellText();

  constructor(
    private readonly parts: SheetParts,
    private readonly seen: SheetOddities,
  ) {}

  take(): Row[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  endSheet(): void {
    this.before += MAX_ROWS;
    this.number = 0;
  }

  open(element: string, attributes: Attributes): void {
    if (element === 'row') this.openRow(attributes);
    else if (element === 'c') this.openCell(attributes);
    else if (element === 'v') this.isValue = this.hasValue = true;
    else if (element === 'f') this.hasFormula = true;
    else if (element === 'mergeCell') this.seen.mergedCells += 1;
    else this.inline.open(element);
  }

  text(text: string): void {
    if (this.isValue) this.value = addText(this.value, text, this.number);
    this.inline.add(text);
  }

  close(element: string): void {
    if (element === 'row') this.closeRow();
    else if (element === 'c') this.closeCell();
    else if (element === 'v') this.isValue = false;
    else this.inline.close(element);
  }

  private openRow({ r, hidden }: Attributes): void {
    if (hidden === '1' || hidden === 'true') this.seen.hiddenRows += 1;
    const number = r === undefined ? this.number + 1 : Number(r);
    if (!Number.isInteger(number) || number <= this.number || number > MAX_ROWS) {
      refuse(this.number + 1, `rows numbered upwards to at most ${MAX_ROWS}`);
    }
    this.number = number;
    this.cells = [];
    this.details = new Map();
    this.column = 0;
    this.length = 0;
  }

  private closeRow(): void {
    const { cells, details, number, before } = this;
    const isBlank = details.size === 0 && cells.every(cell => cell.trim() === '');
    if ((before > 0 && number === 1) || isBlank) return;
    this.width ||= cells.length;
    while (cells.length < this.width) cells.push('');
    this.rows.push({ line: before + number, cells, ...(details.size > 0 && { details }) });
  }

  private openCell(attributes: Attributes): void {
    const { r } = attributes;
    const column = r === undefined ? this.column + 1 : columnOf(r);
    if (column <= this.column) refuse(this.number, 'cells from left to right');
    this.column = column;
    this.cell = attributes;
    this.value = '';
    this.hasValue = this.hasFormula = false;
    this.inline.begin();
  }

  private closeCell(): void {
    const text = this.read();
    // Sheets may format cells without content up to their last column.
    if (text === '' && !this.details.has(this.column - 1)) return;
    if (this.column > MAX_COLUMNS) throw new UnreadableFile(this.number, TOO_MANY_COLUMNS);
    this.length += text.length;
    if (this.length > MAX_ROW_LENGTH) refuse(this.number, 'rows of at most 1 MiB');
    while (this.cells.length < this.column - 1) this.cells.push('');
    this.cells[this.column - 1] = text;
  }

  private read(): string {
    const { value, cell, parts } = this;
    // Number('') is 0, the first shared text.
    if (value.trim() === '' && /^[sbd]$/.test(cell.t ?? '')) return this.readNumber(value);
    switch (cell.t) {
      case 's': {
        const text = parts.strings.at(Number(value));
        return text ?? refuse(this.number, 'texts that the workbook has');
      }
      case 'inlineStr':
        return this.inline.end();
      case 'b':
        return value === '1' ? 'true' : value === '0' ? 'false' : value;
      case 'e':
        return this.unusable(value, `a value, and the cell shows ${value || 'an error'}`);
      case 'str':
        // The result of a formula may be an empty text.
        return this.hasValue ? value : this.readNumber(value);
      case 'd':
        return value.replace(/T00:00(:00(\.0+)?)?Z?$/, '');
      default:
        return this.readNumber(value);
    }
  }

  private readNumber(value: string): string {
    if (value.trim() === '' && this.hasFormula) {
      this.seen.formulasWithoutValue += 1;
      return this.unusable('', NO_RESULT);
    }
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number)) return value;
    const { formats, is1904 } = this.parts;
    const style = Number(this.cell.s ?? 0);
    const plain = plainNumber(number);
    if (formats.isDate(style)) {
      return dateOfSerial(number, is1904) ?? this.unusable(plain, NO_DAY);
    }
    const shown = formats.show(style, number);
    if (shown !== null && shown !== plain) this.details.set(this.column - 1, { shown });
    return plain;
  }

  private unusable(text: string, expected: string): string {
    this.details.set(this.column - 1, { expected });
    return text;
  }
}

const TOO_MANY_COLUMNS = `at most ${MAX_COLUMNS} columns; delete the others, or clear their cells`;
const NO_RESULT =
  'a value, and the formula has no stored result; open the workbook in a spreadsheet, save it there and send it again';
const NO_DAY = 'a day, and the number that the cell stores is the day of no date';

/** 28 for `AB12`; 0 for an invalid reference. */
function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference)?.[1] ?? '';
  return Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
}

function refuse(row: number, expected: string): never {
  throw new UnreadableFile(row, `${expected}; save the workbook again as .xlsx`);
}
