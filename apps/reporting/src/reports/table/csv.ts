import { stringify } from 'csv-stringify/sync';
import { type Column, cellText } from './columns';

const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Text that a spreadsheet would take for a number, and cut the zeros from: `00042`. */
const LEADING_ZERO = /^0\d+$/;

/** A field that is quoted though RFC 4180 does not ask for it. */
interface QuotedField {
  readonly text: string;
}

/**
 * CSV as RFC 4180 has it, with a byte order mark and a header. Text that a spreadsheet would calculate is
 * given an apostrophe (decisions-reporting, "Formats"); text of digits that begins with zero is quoted,
 * which is how spreadsheets are told, where they ask.
 */
export async function* csv<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  let opening = BYTE_ORDER_MARK + lines([columns.map(({ name }) => name)]);
  for await (const rows of batches) {
    yield opening + lines(rows.map(row => columns.map(column => field(column, row))));
    opening = '';
  }
  if (opening !== '') yield opening;
}

function lines(records: (string | QuotedField)[][]): string {
  return stringify(records, {
    record_delimiter: 'windows',
    // A single CR or LF is a line break to many readers, so it is quoted, too.
    quote_record_delimiter: true,
    cast: { object: ({ text }) => ({ value: String(text), quoted: true }) },
  });
}

function field<Row>({ type, value }: Column<Row>, row: Row): string | QuotedField {
  const text = cellText(value(row));
  if (type !== 'text') return text;
  if (FORMULA.test(text)) return `'${text}`;
  return LEADING_ZERO.test(text) ? { text } : text;
}
