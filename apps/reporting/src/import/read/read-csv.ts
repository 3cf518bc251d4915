import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';

/** `line` is where the record begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const NEWLINE = 10;
const LONGEST_LINE = 1024 * 1024;
const LONGEST_RECORD = 1024 * 1024;
const SEPARATORS = [',', ';', '\t'] as const;

export class UnreadableFile extends Error {
  constructor(
    readonly line: number | null,
    readonly expected: string,
  ) {
    super(expected);
  }
}

/**
 * The records of a CSV file (RFC 4180, LF or CRLF) with the header, in batches. The separator is comma, semicolon or
 * tab, whichever the header has most of. Empty lines are skipped. Batches without a quote are split directly, thirty
 * times faster than by the parser.
 * @throws UnreadableFile for invalid bytes or quoting
 */
export async function* readRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<CsvRow[]> {
  let line = 1;
  let text = '';
  let separator: string | undefined;
  const records = () => {
    // Blank lines tell no separator; a workbook may have a million of them.
    if (text.trim() === '') return [];
    separator ??= detectSeparator(text);
    const found = text.includes('"')
      ? quotedRecords(text, line, separator)
      : plainRecords(text, line, separator);
    return found.filter(({ cells }) => cells.some(cell => cell.trim() !== ''));
  };
  for await (const chunk of wholeLines(bytes)) {
    text += chunk.toString('utf8');
    // An odd number of quotes ends inside a cell that goes on in the next chunk.
    if (count(text, '"') % 2 === 1 && text.length < 2 * LONGEST_RECORD) continue;
    yield records();
    line += count(text, '\n');
    text = '';
  }
  if (text !== '') yield records();
}

function detectSeparator(text: string): string {
  const header = /^[^\n]*$/m.exec(text.trimStart())![0].replaceAll(/"[^"]*"/g, '');
  return [...SEPARATORS].sort((one, other) => count(header, other) - count(header, one))[0]!;
}

function plainRecords(text: string, firstLine: number, separator: string): CsvRow[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((record, index) => ({
    line: firstLine + index,
    cells: (record.endsWith('\r') ? record.slice(0, -1) : record).split(separator),
  }));
}

function quotedRecords(text: string, firstLine: number, separator: string): CsvRow[] {
  const begins = [firstLine];
  try {
    const found = parse(withoutSpacesAroundQuotes(text, separator), {
      delimiter: separator,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n'],
      max_record_size: LONGEST_RECORD,
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

/** Whole lines without a byte order mark. @throws UnreadableFile for invalid UTF-8, UTF-16 and overlong lines */
async function* wholeLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let line = 1;
  let rest: Buffer = Buffer.alloc(0);
  let isStart = true;
  for await (const chunk of bytes) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (isStart && rest.length >= 3) {
      rest = withoutMark(rest);
      isStart = false;
    }
    if (rest.length > LONGEST_LINE && !rest.includes(NEWLINE)) {
      throw new UnreadableFile(line, 'lines of at most 1 MiB');
    }
    const end = rest.lastIndexOf(NEWLINE) + 1;
    if (isStart || end === 0) continue;
    line = refuseUnlessUtf8(rest.subarray(0, end), line);
    yield rest.subarray(0, end);
    rest = rest.subarray(end);
  }
  if (isStart) rest = withoutMark(rest);
  refuseUnlessUtf8(rest, line);
  if (rest.length > 0) yield rest;
}

function withoutMark(start: Buffer): Buffer {
  const [first, second, third] = start;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (hasMark || ((first === 0 || second === 0) && start.length > 1)) {
    throw new UnreadableFile(1, 'UTF-8, and this is UTF-16; save it as "CSV UTF-8"');
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? start.subarray(3) : start;
}

/** @returns the number of the line after these */
function refuseUnlessUtf8(lines: Buffer, firstLine: number): number {
  const isValid = isUtf8(lines);
  let line = firstLine;
  let start = 0;
  for (let end = lines.indexOf(NEWLINE); end !== -1; end = lines.indexOf(NEWLINE, start)) {
    if (!isValid && !isUtf8(lines.subarray(start, end))) break;
    start = end + 1;
    line += 1;
  }
  if (!isValid) {
    const expected = 'UTF-8; save it as "CSV UTF-8", or name its encoding: {encoding=windows-1252}';
    throw new UnreadableFile(line, expected);
  }
  return line;
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1))
    found += 1;
  return found;
}
