import { type Cell, type Column, type ColumnType, cellText, textEncoder } from './columns';
import { type SharedStringWriter, stringXml } from './shared-strings';
import {
  DECLARATION,
  GROUPED_ROW_HEIGHT,
  MAIN,
  PIECE,
  ROW_HEIGHT,
  STYLES,
  type Style,
} from './workbook-parts';

/** The widths of values in characters, where headers may be narrower. */
const WIDTHS: Partial<Readonly<Record<ColumnType, number>>> = { date: 13, timestamp: 20 };
const NUMBERS: ReadonlySet<ColumnType> = new Set(['integer', 'decimal', 'share']);
const MAX_WIDTH = 60;
/** How many rows determine the widths of text columns, because widths are written before the rows. */
const SAMPLE_ROWS = 5_000;
/** The filter arrow of the header, and a margin. */
const ARROW = 4;
/** Between a right-aligned header and the arrow. */
const INDENT = 2;

/** The layout of a matrix: on A3, with cells of two lines. */
export interface SheetLayout<Row> {
  /** How many columns are frozen and repeated on every page. */
  readonly frozen: number;
  /** The group of adjacent rows with one ID, which have a heading and can be collapsed. */
  readonly groupOf: (row: Row) => { readonly id: string; readonly name: string };
}

interface Laid<Row> {
  readonly columns: readonly Column<Row>[];
  readonly layout: SheetLayout<Row> | undefined;
}

/**
 * Writes a worksheet with a table (ECMA-376, part 1, 18.3). `onEnd` receives the number of rows including the header.
 */
export async function* writeWorksheet<Row>(
  { columns, layout }: Laid<Row>,
  batches: AsyncGenerator<Row[]>,
  strings: SharedStringWriter,
  onEnd: (rows: number) => void,
): AsyncGenerator<string | Uint8Array> {
  const table = new TableRows({ columns, layout }, strings);
  let texts = columns.map(() => 0);
  const first: Buffer[] = [];
  let next = await batches.next();
  // Keeping these rows as objects would make V8 allocate all later ones in its old generation.
  for (; !next.done && table.last <= SAMPLE_ROWS; next = await batches.next()) {
    const rows = next.value;
    texts = texts.map((width, index) => widestText(columns[index]!, rows, width));
    for (const xml of table.xml(rows)) first.push(Buffer.from(xml));
  }
  yield opening({ columns, layout }, texts);
  yield* first;
  first.length = 0;
  for (; !next.done; next = await batches.next()) yield* table.xml(next.value);
  onEnd(table.last);
  yield `</sheetData><autoFilter ref="${rangeOf(columns.length, table.last)}"/>` +
    (layout
      ? '<pageSetup paperSize="8" scale="60" orientation="landscape" pageOrder="overThenDown"/>'
      : '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>') +
    '<headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter></worksheet>';
}

/** `A1:U42` */
export function rangeOf(columns: number, rows: number): string {
  return `A1:${columnLetters(columns - 1)}${rows}`;
}

/** Numbers the rows below the header. */
class TableRows<Row> {
  last = 1;
  readonly #cells: ReturnType<typeof cellWriter<Row>>[];
  readonly #groupOf: SheetLayout<Row>['groupOf'] | undefined;
  #group: string | null = null;

  constructor({ columns, layout }: Laid<Row>, strings: SharedStringWriter) {
    this.#groupOf = layout?.groupOf;
    this.#cells = columns.map((column, index) => cellWriter(column, columnLetters(index), strings));
  }

  *xml(rows: readonly Row[]): Generator<string> {
    const cells = this.#cells;
    const isGrouped = this.#groupOf !== undefined;
    const attributes = isGrouped ? ' ht="27" customHeight="1" outlineLevel="1"' : '';
    let xml = '';
    for (const row of rows) {
      if (isGrouped) xml += this.#heading(row);
      const number = ++this.last;
      xml += `<row r="${number}"${attributes}>`;
      for (const write of cells) xml += write(row, number);
      xml += '</row>';
      if (xml.length < PIECE) continue;
      yield xml;
      xml = '';
    }
    if (xml !== '') yield xml;
  }

  /** The heading before the first row of a group, or else nothing. */
  #heading(row: Row): string {
    const { id, name } = this.#groupOf!(row);
    if (id === this.#group) return '';
    this.#group = id;
    const number = ++this.last;
    return `<row r="${number}">${textXml(`A${number}`, name, 'group')}</row>`;
  }
}

function opening<Row>({ columns, layout }: Laid<Row>, texts: readonly number[]): string {
  const widths = columns.map((column, index) => widthOf(column, texts[index]!));
  const cols = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const header = columns.map((column, index) =>
    textXml(
      `${columnLetters(index)}1`,
      column.title,
      column.isUpright ? 'headerUpright' : NUMBERS.has(column.type) ? 'headerOfNumbers' : 'header',
    ),
  );
  const [frozen, height] = layout ? [layout.frozen, 150] : [0, 32];
  const corner = `${columnLetters(frozen)}2`;
  const pane = layout
    ? `<pane xSplit="${frozen}" ySplit="1" topLeftCell="${corner}" activePane="bottomRight" state="frozen"/>`
    : '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const properties = layout
    ? '<sheetPr><outlinePr summaryBelow="0"/></sheetPr>'
    : '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
  return (
    `${DECLARATION}<worksheet xmlns="${MAIN}">` +
    `${properties}<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `${layout ? GROUPED_ROW_HEIGHT : ROW_HEIGHT}<cols>${cols.join('')}</cols>` +
    `<sheetData><row r="1" ht="${height}" customHeight="1">${header.join('')}</row>`
  );
}

function widthOf<Row>(column: Column<Row>, text: number): number {
  const { type, width } = column;
  if (width !== undefined) return width;
  const header = onTwoLines(column.title) + (NUMBERS.has(type) ? ARROW + INDENT : ARROW);
  return Math.min(Math.max(WIDTHS[type] ?? 0, header, text + 2), MAX_WIDTH);
}

/** The width of the widest text of a column, at least `min`. */
function widestText<Row>(
  { type, value, width }: Column<Row>,
  rows: readonly Row[],
  min: number,
): number {
  if (type !== 'text' || width !== undefined) return min;
  let widest = min;
  let last = '';
  for (const row of rows) {
    const text = cellText(value(row));
    // Most rows repeat the previous text, and no character is wider than two.
    if (text === last || 2 * text.length <= widest) continue;
    last = text;
    widest = Math.max(widest, shownWidth(text));
  }
  return widest;
}

/** The width of a header that is wrapped into two lines. */
function onTwoLines(header: string): number {
  const words = header.split(' ');
  const widths = words.map((_, index) =>
    Math.max(words.slice(0, index + 1).join(' ').length, words.slice(index + 1).join(' ').length),
  );
  return Math.min(...widths);
}

/** East Asian characters, which are twice as wide as others. */
const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]/g;

function shownWidth(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}

/** Returns a function that writes a column's cell of a row (ECMA-376, part 1, 18.3.1.4); nothing for null. */
function cellWriter<Row>(
  column: Column<Row>,
  letters: string,
  strings: SharedStringWriter,
): (row: Row, number: number) => string {
  const start = `<c r="${letters}`;
  const contentOf = contentWriter(column, strings);
  return (row, number) => {
    const content = contentOf(row);
    return content === '' ? '' : `${start}${number}${content}`;
  };
}

/** The part of a cell after its reference. */
function contentWriter<Row>(
  { type, value, style }: Column<Row>,
  strings: SharedStringWriter,
): (row: Row) => string {
  const writer = (write: (cell: NonNullable<Cell>, row: Row) => string) => (row: Row) => {
    const cell = value(row);
    return cell === null || cell === '' ? '' : write(cell, row);
  };
  if (style) return writer((cell, row) => sharedContent(cellText(cell), strings, style(row)));
  switch (type) {
    case 'text':
      return textEncoder(value, cell =>
        cell === null ? '' : sharedContent(cellText(cell), strings),
      );
    case 'boolean':
      return writer(cell => `" t="b"${STYLES.boolean}><v>${cell ? 1 : 0}</v></c>`);
    case 'date':
    case 'timestamp':
      return writer(cell => timeContent(cell, styleOf(cell)));
    default: {
      const format = STYLES[type === 'share' ? 'share' : 'number'];
      return writer(cell => `"${format}><v>${cellText(cell)}</v></c>`);
    }
  }
}

const DAY = 86_400_000;
/** Day 0 of workbooks, which count a 29 February 1900. */
const EPOCH = Date.UTC(1899, 11, 30);
const EARLIEST = Date.UTC(1900, 2, 1);
const LATEST = Date.UTC(10_000, 0, 1);

/** Midnight in UTC is shown as a date without a time. */
function styleOf(cell: Cell): Style {
  return cell instanceof Date && cell.getTime() % DAY !== 0 ? 'timestamp' : 'date';
}

/** A cell with a time, at a reference such as `B7`. */
export function timeXml(at: string, cell: Cell, style: Style): string {
  return `<c r="${at}${timeContent(cell, style)}`;
}

/**
 * Workbooks store times as days since their epoch without a time zone; UTC is used here. Other times are written as
 * text.
 */
function timeContent(cell: Cell, style: Style): string {
  const time = cell instanceof Date ? cell.getTime() : Date.parse(`${String(cell)}T00:00:00Z`);
  return time >= EARLIEST && time < LATEST
    ? `"${STYLES[style]}><v>${(time - EPOCH) / DAY}</v></c>`
    : textContent(cellText(cell), 'none');
}

/** A text cell, at a reference such as `B7`. */
export function textXml(at: string, content: string, style: Style): string {
  return `<c r="${at}${textContent(content, style)}`;
}

function textContent(content: string, style: Style): string {
  return `"${STYLES[style]} t="inlineStr"><is>${stringXml(content)}</is></c>`;
}

function sharedContent(
  content: string,
  strings: SharedStringWriter,
  style: Style = 'none',
): string {
  const number = strings.numberOf(content);
  return number === null
    ? textContent(content, style)
    : `"${STYLES[style]} t="s"><v>${number}</v></c>`;
}

/** 0 → A, 25 → Z, 26 → AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
