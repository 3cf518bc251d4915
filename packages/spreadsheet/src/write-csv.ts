import { stringify } from 'csv-stringify/sync';
import { type Column, cellText, textEncoder } from './columns';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Where a spreadsheet may find a formula: at the beginning, and after a separator or line break within the text,
 * because readers that expect another separator ignore the quotes.
 */
const FORMULA = /[,;|\t\r\n\v\f\u0085\u2028\u2029](?=[=+\-@＝＋－＠])|^(?=[=+\-@＝＋－＠\t\r])/;
const FORMULAS = new RegExp(FORMULA, 'g');

/**
 * What requires quotes: what RFC 4180 quotes; `;` and TAB, which other readers split at; a single CR or LF, which many
 * read as a line break; and digits with leading zeros such as `00042`, which some spreadsheets only keep if quoted.
 */
const SPECIAL = /[",;\t\r\n]|^0\d+$/;

export interface CsvOptions {
  /** Whether to keep formulas; by default, an apostrophe turns them into text. */
  readonly keepsFormulas?: boolean;
}

/** Writes CSV (RFC 4180) with a byte order mark. */
export async function* writeCsv<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<Row[]>,
  { keepsFormulas = false }: CsvOptions = {},
): AsyncGenerator<string> {
  const [first, ...others] = columns.map(column => fieldWriter(column, keepsFormulas)) as [
    FieldWriter<Row>,
    ...FieldWriter<Row>[],
  ];
  let opening = `${BYTE_ORDER_MARK}${columns.map(({ name }) => escapeText(name, keepsFormulas)).join(',')}\r\n`;
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

/** The most quoted fields remembered per column: quoting takes ten times as long, and long texts repeat. */
const MAX_REMEMBERED = 1_000;

function fieldWriter<Row>({ type, value }: Column<Row>, keepsFormulas: boolean): FieldWriter<Row> {
  if (type !== 'text') return row => cellText(value(row));
  const written = new Map<string, string>();
  return textEncoder(value, cell => {
    const text = cellText(cell);
    const isPlain = (keepsFormulas || !FORMULA.test(text)) && !SPECIAL.test(text);
    if (isPlain) return text;
    const known = written.get(text);
    if (known !== undefined) return known;
    if (written.size === MAX_REMEMBERED) written.clear();
    const field = escapeText(text, keepsFormulas);
    written.set(text, field);
    return field;
  });
}

function escapeText(text: string, keepsFormulas: boolean): string {
  return quote(!keepsFormulas && FORMULA.test(text) ? guard(text) : text);
}

function guard(text: string): string {
  const guarded = text.replace(FORMULAS, "$&'");
  return guarded.startsWith("'") ? guarded : `'${guarded}`;
}

function quote(text: string): string {
  return SPECIAL.test(text) ? stringify([[text]], { quoted: true, eof: false }) : text;
}
