export type Cell = string | number | boolean | null;

const BYTES_AT_ONCE = 64 * 1024;

/** A CSV file (RFC 4180) of a header and rows, in pieces of some size: rows are never held together. */
export function* csv(
  header: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Generator<Buffer> {
  let text = `${header.join(',')}\r\n`;
  for (const row of rows) {
    text += `${row.map(cell).join(',')}\r\n`;
    if (text.length < BYTES_AT_ONCE) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

function cell(value: Cell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
