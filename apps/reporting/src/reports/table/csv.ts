import { stringify } from 'csv-stringify/sync';
import { type Column, cellText, textEncoder } from './columns';

const BYTE_ORDER_MARK = '\uFEFF';

/** Text that a spreadsheet calculates, also one that splits lines at `;`, as in many locales. */
const FORMULA = /(?:^|;)[=+\-@\t\r]/;

/** Digits that lose their zeros where a spreadsheet reads a number; those that ask keep quoted ones: `00042`. */
const LEADING_ZERO = /^0\d+$/;

/** What RFC 4180 quotes; `;`, which other readers split at; and a single CR or LF, a line break to many. */
const SPECIAL = /[",;\r\n]/;

/** CSV by RFC 4180 with a byte order mark. Text that a spreadsheet would calculate is given an apostrophe. */
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
function fieldWriter<Row>({ type, value }: Column<Row>): FieldWriter<Row> {
  return type === 'text'
    ? textEncoder(value, cell => textField(cellText(cell)))
    : row => cellText(value(row));
}

function textField(text: string): string {
  if (FORMULA.test(text)) return escape(guard(text));
  return LEADING_ZERO.test(text) ? quote(text) : escape(text);
}

/** An apostrophe goes before the text, and after each `;` where a reader that splits there finds a formula. */
function guard(text: string): string {
  const guarded = text.replace(/;(?=[=+\-@\t\r])/g, ";'");
  return `'${guarded}`;
}

function escape(text: string): string {
  return SPECIAL.test(text) ? quote(text) : text;
}

function quote(text: string): string {
  return stringify([[text]], { quoted: true, eof: false });
}
