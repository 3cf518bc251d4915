import { type Cell, type Column, type ColumnType, cellText } from './columns';
import { STYLES } from './workbook-parts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** In characters: times and dates would show as #### in the width that a column has by itself. */
const WIDTHS: Readonly<Record<ColumnType, number>> = {
  text: 24,
  integer: 12,
  decimal: 12,
  boolean: 12,
  date: 12,
  timestamp: 20,
};

/** One worksheet (ECMA-376, part 1, 18.3): the header, which stays in view, and the rows. */
export async function* worksheet<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index));
  const header = columns.map(({ name }, index) => text(`${letters[index]!}1`, name, STYLES.header));
  const widths = columns.map(
    ({ type }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${WIDTHS[type]}" customWidth="1"/>`,
  );
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${MAIN}">` +
    '<sheetViews><sheetView workbookViewId="0">' +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    `</sheetView></sheetViews><cols>${widths.join('')}</cols>` +
    `<sheetData><row r="1">${header.join('')}</row>`;
  let number = 1;
  for await (const rows of batches) {
    let xml = '';
    for (const row of rows) {
      number++;
      xml += `<row r="${number}">`;
      columns.forEach(({ type, value }, index) => {
        xml += cellXml(`${letters[index]!}${number}`, type, value(row));
      });
      xml += '</row>';
    }
    yield xml;
  }
  yield '</sheetData></worksheet>';
}

/** 0 → A, 25 → Z, 26 → AA. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

function cellXml(at: string, type: ColumnType, cell: Cell): string {
  if (cell === null) return '';
  switch (type) {
    case 'text':
      return text(at, cellText(cell));
    case 'boolean':
      return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`;
    case 'date':
    case 'timestamp':
      return timeXml(at, type, cell);
    default:
      return `<c r="${at}"><v>${cellText(cell)}</v></c>`;
  }
}

const DAY = 86_400_000;
/** The day 0 of workbooks, but for their believing that 1900 was a leap year. */
const EPOCH = Date.UTC(1899, 11, 30);
const EARLIEST = Date.UTC(1900, 2, 1);
const LATEST = Date.UTC(10_000, 0, 1);

/** A workbook's times are days since its epoch, without a zone: here UTC. What they cannot say stays text. */
function timeXml(at: string, type: 'date' | 'timestamp', cell: Cell): string {
  const time = cell instanceof Date ? cell.getTime() : Date.parse(`${String(cell)}T00:00:00Z`);
  if (time >= EARLIEST && time < LATEST)
    return `<c r="${at}" s="${STYLES[type]}"><v>${(time - EPOCH) / DAY}</v></c>`;
  return text(at, cellText(cell));
}

function text(at: string, content: string, style: number = STYLES.none): string {
  const preserve = /^\s|\s$|[\n\t]/.test(content) ? ' xml:space="preserve"' : '';
  const s = style === STYLES.none ? '' : ` s="${style}"`;
  return `<c r="${at}"${s} t="inlineStr"><is><t${preserve}>${escapeXml(content)}</t></is></c>`;
}

// What XML has no way to say, what it reads as markup, and what a workbook reads as an escape (`_x000D_`).
const SPECIAL =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}|[&<>\r]|_(?=x[\dA-Fa-f]{4}_)/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
  _: '_x005F_',
};

function escapeXml(content: string): string {
  return content.replace(SPECIAL, character => ESCAPES[character] ?? '');
}
