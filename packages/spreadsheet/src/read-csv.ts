import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { type Encoding, type EncodingReading, ForeignText, inUtf8 } from './encodings';
import { UnreadableFile } from './unreadable';

/** A row of a table. `line` is where it begins, or the number of a sheet's row. */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
  /** Of cells whose text is not the whole truth, by index; absent where there are none. */
  readonly details?: ReadonlyMap<number, CellDetail>;
}

/** What a sheet shows in place of a number, or why a cell has no usable value and what was expected. */
export type CellDetail = { readonly shown: string } | { readonly expected: string };

const MAX_LINE = 1024 * 1024;
const MAX_RECORD = 1024 * 1024;
const SEPARATORS = [',', ';', '\t'] as const;

/** The bytes are in another encoding than was said. */
export class InvalidUtf8 extends UnreadableFile {
  /** @param readings by the encodings that define every byte, the likeliest first */
  constructor(
    line: number,
    readonly readings: readonly EncodingReading[],
  ) {
    super(line, 'UTF-8; save it as "CSV UTF-8"');
  }
}

/**
 * The records of a CSV file (RFC 4180, LF or CRLF) with the header, in batches. The separator is the one that a first
 * line `sep=;` names, else comma, semicolon or tab, whichever divides the first lines alike. Empty lines are
 * skipped. Batches without a quote are split directly, thirty times faster than by the parser.
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
    // Blank lines tell no separator; a workbook may have a million of them.
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
    // An odd number of quotes ends inside a cell that goes on in the next chunk.
    if (count(text, '"') % 2 === 1 && text.length < 2 * MAX_RECORD) continue;
    yield records();
    line += count(text, '\n');
    text = '';
  }
  if (text !== '') yield records();
}

/** Of so many first lines; a title above the table has none of its separators, or fewer. */
const FIRST_LINES = 20;
const FIRST_CHARACTERS = 256 * 1024;

/** The one of which most lines have the same number, and of several the one that the header has most of. */
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
    const found = parse(withoutSpacesAroundQuotes(text, separator), {
      delimiter: separator,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n'],
      max_record_size: MAX_RECORD,
      on_record(cells: string[]) {
        // The parser knows the line on which a record ends, not where it begins.
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

/** The parser accepts a closing quote only beside a separator, and trims neither no-break spaces nor beside tabs. */
function withoutSpacesAroundQuotes(text: string, separator: string): string {
  const spaces = separator === '\t' ? String.raw`[^\S\r\n\t]*` : String.raw`[^\S\r\n]*`;
  const cell = String.raw`"[^"]*(?:""[^"]*)*"`;
  return text.replaceAll(
    new RegExp(`(?<=^|[${separator}\n])${spaces}(${cell})${spaces}(?=[${separator}]|\r?\n|$)`, 'g'),
    '$1',
  );
}

/** Whole lines. @throws UnreadableFile for invalid UTF-8 and overlong lines */
async function* wholeLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let line = 1;
  let rest: Buffer = Buffer.alloc(0);
  let foreign: ForeignText | null = null;
  for await (const chunk of bytes) {
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

/** How often a text, or its bytes, has a character. */
export function count(text: string | Buffer, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1))
    found += 1;
  return found;
}
