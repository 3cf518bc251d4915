import { prepend } from '@platform/http/stream-response';
import { cellWriter, columnLetters, textXml } from './cells';
import { type Column, type ColumnType, cellText } from './columns';
import type { SharedStringWriter } from './shared-strings';
import { DECLARATION, MAIN, PIECE } from './workbook-parts';

/** For rows without a height: LibreOffice makes them too low for some fonts. */
export const ROW_HEIGHT = '<sheetFormatPr defaultRowHeight="15"/>';

/** The widths of what types show, in characters, where a header may be narrower. */
const WIDTHS: Partial<Readonly<Record<ColumnType, number>>> = { date: 13, timestamp: 20 };
const NUMBERS: ReadonlySet<ColumnType> = new Set(['integer', 'decimal', 'share']);
const WIDEST = 60;
/** The rows that widths of text are taken from: widths are written before the rows. */
const SAMPLE = 5_000;
/** The header's arrow of the filter, and a margin. */
const ARROW = 4;
/** Between a header of numbers and the arrow. */
const INDENT = 2;

/** The columns as a worksheet has them: ids, which programs look for, behind everything that people read. */
export function worksheetColumns<Named extends { readonly name: string }>(
  columns: readonly Named[],
): readonly Named[] {
  return [...columns.filter(column => !isId(column)), ...columns.filter(isId)];
}

function isId({ name }: { readonly name: string }): boolean {
  return /(?:^id|Id|Identifier)$/.test(name);
}

/** The header of a column; times say that they are UTC. */
export function headerOf<Row>({ title, type }: Column<Row>): string {
  return type === 'timestamp' ? `${title} (UTC)` : title;
}

/**
 * A worksheet with a table (ECMA-376, part 1, 18.3). `onEnd` receives its range and that of its printed
 * columns, such as `A1:U42`.
 */
export async function* worksheet<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncGenerator<Row[]>,
  strings: SharedStringWriter,
  onEnd: (range: string, printed: string) => void,
): AsyncGenerator<string | Uint8Array> {
  const table = new TableRows(columns, strings);
  let texts = columns.map(() => 0);
  const first: Buffer[] = [];
  let next = await batches.next();
  // Rows that were kept until the widths are known would make V8 allocate all later ones in its old generation.
  for (; !next.done && table.last <= SAMPLE; next = await batches.next()) {
    const rows = next.value;
    texts = texts.map((width, index) => widestText(columns[index]!, rows, width));
    for (const xml of table.xml(rows)) first.push(Buffer.from(xml));
  }
  yield opening(columns, texts);
  yield* first;
  first.length = 0;
  for await (const rows of prepend(next, batches)) yield* table.xml(rows);
  const range = rangeOf(columns.length, table.last);
  const printed = columns.filter(column => !isId(column)).length || columns.length;
  onEnd(range, rangeOf(printed, table.last));
  yield `</sheetData><autoFilter ref="${range}"/>` +
    '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>' +
    '<headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter></worksheet>';
}

function rangeOf(columns: number, rows: number): string {
  return `A1:${columnLetters(columns - 1)}${rows}`;
}

/** Numbers the rows below the header. */
class TableRows<Row> {
  /** The number of the last row written. */
  last = 1;
  readonly #cells: ReturnType<typeof cellWriter<Row>>[];

  constructor(columns: readonly Column<Row>[], strings: SharedStringWriter) {
    this.#cells = columns.map((column, index) => cellWriter(column, columnLetters(index), strings));
  }

  *xml(rows: readonly Row[]): Generator<string> {
    const cells = this.#cells;
    let xml = '';
    for (const row of rows) {
      const number = ++this.last;
      xml += `<row r="${number}">`;
      for (const write of cells) xml += write(row, number);
      xml += '</row>';
      if (xml.length < PIECE) continue;
      yield xml;
      xml = '';
    }
    if (xml !== '') yield xml;
  }
}

function opening<Row>(columns: readonly Column<Row>[], texts: readonly number[]): string {
  const widths = columns.map((column, index) => widthOf(column, texts[index]!));
  const cols = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const header = columns.map((column, index) =>
    textXml(
      `${columnLetters(index)}1`,
      headerOf(column),
      NUMBERS.has(column.type) ? 'headerOfNumbers' : 'header',
    ),
  );
  return (
    `${DECLARATION}<worksheet xmlns="${MAIN}">` +
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' +
    '<sheetViews><sheetView workbookViewId="0">' +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    `</sheetView></sheetViews>${ROW_HEIGHT}<cols>${cols.join('')}</cols>` +
    `<sheetData><row r="1" ht="32" customHeight="1">${header.join('')}</row>`
  );
}

function widthOf<Row>(column: Column<Row>, text: number): number {
  const { type } = column;
  const header = onTwoLines(headerOf(column)) + (NUMBERS.has(type) ? ARROW + INDENT : ARROW);
  return Math.min(Math.max(WIDTHS[type] ?? 0, header, text + 2), WIDEST);
}

/** The width of the widest text of a column: `least`, or more. */
function widestText<Row>(
  { type, value }: Column<Row>,
  rows: readonly Row[],
  least: number,
): number {
  if (type !== 'text') return least;
  let widest = least;
  let last = '';
  for (const row of rows) {
    const text = cellText(value(row));
    // Most rows repeat the text of the one before, and no character is wider than two.
    if (text === last || 2 * text.length <= widest) continue;
    last = text;
    widest = Math.max(widest, shownWidth(text));
  }
  return widest;
}

/** The width that words need on two lines, which is what the row of the header has. */
function onTwoLines(header: string): number {
  const words = header.split(' ');
  const widths = words.map((_, index) =>
    Math.max(words.slice(0, index + 1).join(' ').length, words.slice(index + 1).join(' ').length),
  );
  return Math.min(...widths);
}

/** Of East Asia: each as wide as two others. */
const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60]/g;

function shownWidth(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}
