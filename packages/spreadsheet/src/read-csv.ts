import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';

/** A row of a table. `line` is where it begins, or the number of a sheet's row. */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

const NEWLINE = 10;
const MAX_LINE = 1024 * 1024;
const MAX_RECORD = 1024 * 1024;
const SEPARATORS = [',', ';', '\t'] as const;

/** A table that cannot be read further: what was expected there, in half a sentence. */
export class UnreadableFile extends Error {
  constructor(
    readonly line: number | null,
    readonly expected: string,
  ) {
    super(expected);
  }
}

/** The bytes are in another encoding than was said. */
export class InvalidUtf8 extends UnreadableFile {}

/** The encodings of CSV files. A byte order mark says that a file is Unicode in any case. */
export const ENCODINGS = ['utf-8', 'windows-1252'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/**
 * The records of a CSV file (RFC 4180, LF or CRLF) with the header, in batches. The separator is comma, semicolon or
 * tab, whichever the header has most of. Empty lines are skipped. Batches without a quote are split directly, thirty
 * times faster than by the parser.
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
    separator ??= detectSeparator(text);
    const found = text.includes('"')
      ? quotedRecords(text, line, separator)
      : plainRecords(text, line, separator);
    return found.filter(({ cells }) => cells.some(cell => cell.trim() !== ''));
  };
  for await (const chunk of wholeLines(encoding === 'windows-1252' ? decode(bytes) : bytes)) {
    text += chunk.toString('utf8');
    // An odd number of quotes ends inside a cell that goes on in the next chunk.
    if (count(text, '"') % 2 === 1 && text.length < 2 * MAX_RECORD) continue;
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
    if (rest.length > MAX_LINE && !rest.includes(NEWLINE)) {
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
    throw new InvalidUtf8(line, 'UTF-8; save it as "CSV UTF-8"');
  }
  return line;
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1))
    found += 1;
  return found;
}

/** From 0x80 on; the rest is that of Latin-1. Node's TextDecoder reads these as control characters. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

async function* decode(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer = Buffer.alloc(0);
  let isUnicode: boolean | null = null;
  for await (const chunk of bytes) {
    start = Buffer.concat([start, chunk]);
    if (isUnicode === null && start.length < 3) continue;
    isUnicode ??= hasMark(start);
    yield isUnicode ? start : fromWindows1252(start);
    start = Buffer.alloc(0);
  }
  if (start.length > 0) yield fromWindows1252(start);
}

function fromWindows1252(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  return Buffer.from(
    text.replace(/[\u0080-\u009f]/g, letter => WINDOWS_1252.charAt(letter.charCodeAt(0) - 0x80)),
  );
}

function hasMark(start: Buffer): boolean {
  return ['efbbbf', 'fffe', 'feff'].some(
    mark => start.toString('hex', 0, mark.length / 2) === mark,
  );
}
