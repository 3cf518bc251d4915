import { isUtf8 } from 'node:buffer';

const NEWLINE = 10;
const LONGEST_LINE = 1024 * 1024;

/** The bytes of a file are not those of a CSV file. */
export class UnreadableFile extends Error {
  constructor(
    readonly line: number | null,
    readonly expected: string,
  ) {
    super(expected);
  }
}

/**
 * The same bytes in whole lines, without a byte order mark.
 * @throws UnreadableFile for UTF-16, for what is not UTF-8, for a line too long to be one
 */
export async function* checkEncoding(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
  const isWell = isUtf8(lines);
  let line = firstLine;
  let start = 0;
  for (let end = lines.indexOf(NEWLINE); end !== -1; end = lines.indexOf(NEWLINE, start)) {
    if (!isWell && !isUtf8(lines.subarray(start, end))) break;
    start = end + 1;
    line += 1;
  }
  if (!isWell) throw new UnreadableFile(line, 'UTF-8; save it as "CSV UTF-8"');
  return line;
}
