import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { type Encoding, type EncodingReading, ForeignText, inUtf8 } from './encodings';
import { UnreadableFile } from './unreadable';

/** A row of a table. `line` is the line on which it begins, or the row number in a sheet. */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
  /** Details by cell index; absent if there are none. */
  readonly details?: ReadonlyMap<number, CellDetail>;
}

/** The displayed text of a number, or what was expected instead of an unusable value. */
export type CellDetail = { readonly shown: string } | { readonly expected: string };

export function displayedText(cell: string, detail: CellDetail | undefined): string {
  return detail && 'shown' in detail ? detail.shown : cell;
}

const MAX_LINE = 1024 * 1024;
const MAX_RECORD = 1024 * 1024;
const SEPARATORS = [',', ';', '\t'] as const;

/** The bytes are not UTF-8. */
export class InvalidUtf8 extends UnreadableFile {
  /** @param readings in the encodings that define every byte, the likeliest first */
  constructor(
    line: number,
    readonly readings: readonly EncodingReading[],
  ) {
    super(line, 'UTF-8; save it as "CSV UTF-8"');
  }
}

/**
 * Reads the records of a CSV file (RFC 4180, with CRLF, LF or CR), including the header, in batches. The separator is
 * the one in a first line such as `sep=;`, or else the comma, semicolon or tab that splits the first lines most evenly.
 * Empty lines are skipped. Batches without quotes are split directly, thirty times faster than by the parser.
 * @throws UnreadableFile for invalid bytes or quoting
 */
export async function* readCsv(
  bytes: AsyncIterable<Buffer>,
  encoding?: Encoding | null,
): AsyncGenerator<Row[]> {
  let line = 1;
  let text = '';
  let separator: string | undefined;
  const records = () => {
    // Blank lines do not show the separator; spreadsheets may save a million of them.
    if (text.trim() === '') return [];
    const [named = '', mark] = separator ? [] : (/^"?sep=([,;\t|])"?\r?(?:\n|$)/i.exec(text) ?? []);
    separator ??= mark ?? detectSeparator(text);
    const [table, first] = [text.slice(named.length), line + count(named, '\n')];
    const found = table.includes('"')
      ? quotedRecords(table, first, separator)
      : plainRecords(table, first, separator);
    return found.filter(({ cells }) => cells.some(cell => cell.trim() !== ''));
  };
  for await (const chunk of wholeLines(inUtf8(bytes, encoding ?? null))) {
    text += chunk.toString('utf8');
    // With an odd number of quotes, the last cell continues in the next chunk.
    if (count(text, '"') % 2 === 1 && text.length < 2 * MAX_RECORD) continue;
    yield records();
    line += count(text, '\n');
    text = '';
  }
  if (text !== '') yield records();
}

/** How many lines are compared to find the separator, which a title above the table lacks. */
const FIRST_LINES = 20;
const FIRST_CHARACTERS = 256 * 1024;

/** The separator that most lines have equally often; of several, the most frequent one in the header. */
function detectSeparator(text: string): string {
  const lines = text
    .slice(0, FIRST_CHARACTERS)
    .replaceAll(/"[^"]*"/g, '')
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(0, FIRST_LINES);
  const rated = SEPARATORS.map(separator => {
    const counts = lines.map(line => count(line, separator));
    const alike = counts.map(each => (each === 0 ? 0 : counts.filter(one => one === each).length));
    return { separator, alike: Math.max(...alike, 0), ofHeader: counts[0] ?? 0 };
  });
  rated.sort((one, other) => other.alike - one.alike || other.ofHeader - one.ofHeader);
  return rated[0]!.separator;
}

function plainRecords(text: string, firstLine: number, separator: string): Row[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((record, index) => ({
    line: firstLine + index,
    cells: (record.endsWith('\r') ? record.slice(0, -1) : record).split(separator),
  }));
}

function quotedRecords(text: string, firstLine: number, separator: string): Row[] {
  const begins = [firstLine];
  try {
    const found = parse(bareQuotedCells(text, separator), {
      delimiter: separator,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n'],
      max_record_size: MAX_RECORD,
      on_record(cells: string[]) {
        // The parser reports the line on which a record ends, not the one on which it begins.
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

/**
 * Removes spaces around quoted cells, because the parser only accepts closing quotes next to a separator and does not trim
 * no-break spaces or spaces next to tabs, and the `=` of `="007"`, which keeps the zeros in spreadsheets.
 */
function bareQuotedCells(text: string, separator: string): string {
  const spaces = separator === '\t' ? String.raw`[^\S\r\n\t]*` : String.raw`[^\S\r\n]*`;
  const cell = String.raw`"[^"]*(?:""[^"]*)*"`;
  return text.replaceAll(
    new RegExp(
      `(?<=^|[${separator}\n])${spaces}=?(${cell})${spaces}(?=[${separator}]|\r?\n|$)`,
      'g',
    ),
    '$1',
  );
}

/** Replaces the line ends of a file whose lines end with CR alone, as in "CSV (Macintosh)" of Excel. */
async function* withLineFeeds(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isOfCr: boolean | undefined;
  for await (const chunk of bytes) {
    // A CR at the end of the chunk may belong to a CRLF.
    isOfCr ??= chunk.subarray(0, -1).includes('\r') && !chunk.includes('\n');
    yield isOfCr ? Buffer.from(chunk.toString('latin1').replaceAll('\r', '\n'), 'latin1') : chunk;
  }
}

/** Splits bytes at line ends. @throws UnreadableFile for invalid UTF-8 and overlong lines */
async function* wholeLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let line = 1;
  let rest: Buffer = Buffer.alloc(0);
  let foreign: ForeignText | null = null;
  for await (const chunk of withLineFeeds(bytes)) {
    if (foreign) {
      foreign.note(chunk);
      continue;
    }
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (rest.length > MAX_LINE && !rest.includes('\n')) {
      throw new UnreadableFile(line, 'lines of at most 1 MiB');
    }
    const end = rest.lastIndexOf('\n') + 1;
    const lines = rest.subarray(0, end);
    if (!isUtf8(lines)) foreign = new ForeignText(rest, line);
    else if (end > 0) {
      yield lines;
      line += count(lines, '\n');
      rest = rest.subarray(end);
    }
  }
  if (!foreign && !isUtf8(rest)) foreign = new ForeignText(rest, line);
  if (foreign) throw new InvalidUtf8(foreign.line, foreign.readings());
  if (rest.length > 0) yield rest;
}

function count(text: string | Buffer, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1))
    found += 1;
  return found;
}
