import { stringify } from 'csv-stringify/sync';
import { type Column, cellText, textEncoder } from './columns';

export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Where a spreadsheet finds a formula: at the beginning, and after a separator or line break within the text, since
 * readers that split at other separators ignore the quotes.
 */
const FORMULA = /[,;|\t\r\n\v\f\u0085\u2028\u2029](?=[=+\-@＝＋－＠])|^(?=[=+\-@＝＋－＠\t\r])/;
const FORMULAS = new RegExp(FORMULA, 'g');

/** Digits that lose their zeros where a spreadsheet reads a number; those that ask keep quoted ones: `00042`. */
const LEADING_ZERO = /^0\d+$/;

/** What RFC 4180 quotes; `;` and TAB, which other readers split at; and a single CR or LF, a line break to many. */
const SPECIAL = /[",;\t\r\n]/;

/** RFC 4180 with a byte order mark. Text that a spreadsheet would calculate gets an apostrophe. */
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

/** Fields of a column that are remembered: quoting takes ten times as long, and lists of departments come again. */
const REMEMBERED = 1_000;

function fieldWriter<Row>({ type, value }: Column<Row>): FieldWriter<Row> {
  if (type !== 'text') return row => cellText(value(row));
  const quoted = new Map<string, string>();
  return textEncoder(value, cell => {
    const text = cellText(cell);
    if (isPlain(text)) return text;
    const known = quoted.get(text);
    if (known !== undefined) return known;
    if (quoted.size === REMEMBERED) quoted.clear();
    const field = textField(text);
    quoted.set(text, field);
    return field;
  });
}

function isPlain(text: string): boolean {
  return !FORMULA.test(text) && !LEADING_ZERO.test(text) && !SPECIAL.test(text);
}

function textField(text: string): string {
  return FORMULA.test(text) ? escape(guard(text)) : csvField(text);
}

/** The text as it is, also where a spreadsheet would calculate it. */
export function csvField(text: string): string {
  return LEADING_ZERO.test(text) ? quote(text) : escape(text);
}

function guard(text: string): string {
  const guarded = text.replace(FORMULAS, "$&'");
  return guarded.startsWith("'") ? guarded : `'${guarded}`;
}

function escape(text: string): string {
  return SPECIAL.test(text) ? quote(text) : text;
}

function quote(text: string): string {
  return stringify([[text]], { quoted: true, eof: false });
}
