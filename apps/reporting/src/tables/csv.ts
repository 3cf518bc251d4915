import { stringify } from 'csv-stringify/sync';
import { type Column, cellText } from './column';

const BYTE_ORDER_MARK = '\uFEFF';

/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * CSV as RFC 4180 has it, with a byte order mark and a header. Text that a spreadsheet would calculate is
 * given an apostrophe (decisions-reporting, "Formats").
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

function lines(records: string[][]): string {
  // A single CR or LF is a line break to many readers, so it is quoted, too.
  return stringify(records, { record_delimiter: 'windows', quote_record_delimiter: true });
}

function field<Row>({ type, value }: Column<Row>, row: Row): string {
  const text = cellText(value(row));
  return type === 'text' && FORMULA.test(text) ? `'${text}` : text;
}
