import { stringify } from 'csv-stringify/sync';
import { type Column, cellText, textEncoder } from './columns';

const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Text that a spreadsheet would take for a number, and cut the zeros from: `00042`. */
const LEADING_ZERO = /^0\d+$/;

/** What RFC 4180 quotes, and a single CR or LF, which is a line break to many readers. */
const SPECIAL = /[",\r\n]/;

/**
 * CSV as RFC 4180 has it, with a byte order mark and a header. Text that a spreadsheet would calculate is
 * given an apostrophe (decisions-reporting, "Formats"); text of digits that begins with zero is quoted,
 * which is how spreadsheets are told, where they ask.
 */
export async function* csv<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  const header = columns.map(({ name }) => escape(name)).join(',');
  const fields = columns.map(fieldWriter);
  const [first, ...others] = fields as [FieldWriter<Row>, ...FieldWriter<Row>[]];
  let opening = `${BYTE_ORDER_MARK}${header}\r\n`;
  for await (const rows of batches) {
    let text = opening;
    for (const row of rows) {
      text += first(row);
      for (const field of others) text += `,${field(row)}`;
      text += '\r\n';
    }
    yield text;
    opening = '';
  }
  if (opening !== '') yield opening;
}

type FieldWriter<Row> = (row: Row) => string;

/** Only text can need quotes. */
function fieldWriter<Row>(column: Column<Row>): FieldWriter<Row> {
  const { type, value } = column;
  return type === 'text'
    ? textEncoder(column, cell => textField(cellText(cell)))
    : row => cellText(value(row));
}

function textField(text: string): string {
  if (FORMULA.test(text)) return escape(`'${text}`);
  return LEADING_ZERO.test(text) ? quote(text) : escape(text);
}

function escape(text: string): string {
  return SPECIAL.test(text) ? quote(text) : text;
}

function quote(text: string): string {
  return stringify([[text]], { quoted: true, eof: false });
}
