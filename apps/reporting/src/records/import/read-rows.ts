import { CsvError, parse } from 'csv-parse/sync';
import { checkEncoding, UnreadableFile } from './check-encoding';

/** A record of a CSV file, and the line on which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const LONGEST_RECORD = 1024 * 1024;

/**
 * The records of a CSV file (RFC 4180, LF or CRLF), the header among them, a batch at a time. Lines
 * without a quote are records as they are; the parser takes the others, thirty times slower.
 * @throws UnreadableFile where the bytes or the quoting make no CSV file
 */
export async function* readRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<CsvRow[]> {
  let line = 1;
  let text = '';
  for await (const chunk of checkEncoding(bytes)) {
    text += chunk.toString('utf8');
    // An odd number of quotes ends inside a cell that goes on in the next chunk.
    if (count(text, '"') % 2 === 1 && text.length < 2 * LONGEST_RECORD) continue;
    yield records(text, line);
    line += count(text, '\n');
    text = '';
  }
  if (text !== '') yield records(text, line);
}

function records(text: string, firstLine: number): CsvRow[] {
  if (text.includes('"')) return quotedRecords(text, firstLine);
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((record, index) => ({
    line: firstLine + index,
    cells: (record.endsWith('\r') ? record.slice(0, -1) : record).split(','),
  }));
}

function quotedRecords(text: string, firstLine: number): CsvRow[] {
  const begins = [firstLine];
  try {
    const found = parse(text, {
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n'],
      max_record_size: LONGEST_RECORD,
      on_record(cells: string[]) {
        // It tells the line on which a record ends.
        begins.push(begins.at(-1)! + 1 + count(cells.join(''), '\n'));
        return cells;
      },
    });
    return found.map((cells, index) => ({ line: begins[index]!, cells }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFile(
      begins.at(-1)!,
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'a closing quote for one that is opened in the record here'
        : 'quotes around whole cells only, doubled ("") inside them, and records of at most 1 MiB (RFC 4180)',
    );
  }
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1))
    found += 1;
  return found;
}
