import { isUtf8 } from 'node:buffer';
import { UnreadableFile } from './unreadable';

/** The encodings of CSV files. A byte order mark takes precedence. */
export const ENCODINGS = ['utf-8', 'windows-1252', 'windows-1250', 'windows-1254'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** The first non-ASCII text of a file, decoded with an encoding. */
export interface EncodingReading {
  readonly encoding: Exclude<Encoding, 'utf-8'>;
  readonly sample: string;
}

/** How many bytes are needed to recognize a byte order mark, or UTF-16 without one. */
const START = 3;

/** Converts bytes to UTF-8 without a byte order mark. @throws UnreadableFile for UTF-16 without a mark */
export async function* inUtf8(
  bytes: AsyncIterable<Buffer>,
  encoding: Encoding | null,
): AsyncGenerator<Buffer> {
  let start: Buffer = Buffer.alloc(0);
  let toUtf8: ((bytes: Buffer) => Buffer) | null = null;
  for await (const chunk of bytes) {
    if (toUtf8) {
      yield toUtf8(chunk);
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < START) continue;
    toUtf8 = converterOf(start, encoding);
    yield withoutMark(toUtf8(start));
  }
  if (!toUtf8) yield withoutMark(converterOf(start, encoding)(start));
}

/** Byte order marks in hexadecimal. */
const MARKS = { 'utf-16le': 'fffe', 'utf-16be': 'feff', 'utf-8': 'efbbbf' };

function converterOf(start: Buffer, encoding: Encoding | null): (bytes: Buffer) => Buffer {
  const begin = start.toString('hex', 0, START);
  const [byMark] = Object.entries(MARKS).find(([, mark]) => begin.startsWith(mark)) ?? [];
  if (byMark === undefined && start.length > 1 && start.subarray(0, 2).includes(0)) {
    const expected = 'UTF-8, and this is UTF-16 without a byte order mark; save it as "CSV UTF-8"';
    throw new UnreadableFile(1, expected);
  }
  const name = byMark ?? encoding ?? 'utf-8';
  if (name === 'utf-8') return plain => plain;
  const decoder = new TextDecoder(name, { ignoreBOM: true });
  return bytes => Buffer.from(decoder.decode(bytes, { stream: true }));
}

function withoutMark(start: Buffer): Buffer {
  return start.toString('hex', 0, START) === MARKS['utf-8'] ? start.subarray(START) : start;
}

/** Bytes that are not UTF-8, and the encodings that they may have. */
export class ForeignText {
  readonly line: number;
  private readonly text: Buffer;
  private readonly used = new Set<number>();

  /** @param lines of which at least one is not UTF-8, starting with number `firstLine` */
  constructor(lines: Buffer, firstLine: number) {
    let [line, start] = [firstLine, 0];
    const endOfLine = () => lines.indexOf(10, start);
    for (let end = endOfLine(); end !== -1; end = endOfLine()) {
      if (!isUtf8(lines.subarray(start, end))) break;
      start = end + 1;
      line += 1;
    }
    this.line = line;
    this.text = lines.subarray(start);
    this.note(this.text);
  }

  note(bytes: Buffer): void {
    for (const byte of bytes) if (byte >= 0x80) this.used.add(byte);
  }

  /** Readings in each encoding that defines every byte of the file, the most plausible first. */
  readings(): EncodingReading[] {
    return ENCODINGS.filter(encoding => encoding !== 'utf-8')
      .filter(encoding => !UNDEFINED.test(decode(Buffer.from([...this.used]), encoding)))
      .map(encoding => {
        const text = decode(this.text, encoding);
        return { encoding, sample: firstForeign(text), score: plausibility(text) };
      })
      .sort((one, other) => other.score - one.score)
      .map(({ encoding, sample }) => ({ encoding, sample }));
  }
}

const decode = (bytes: Buffer, encoding: string) => new TextDecoder(encoding).decode(bytes);

/** What decoders return for bytes that an encoding does not define. */
const UNDEFINED = /[\u0080-\u009f]/;

const MAX_SAMPLE = 60;

/** The first cell with a non-ASCII character. */
function firstForeign(text: string): string {
  const cells = text.split(/[,;\t|\r\n]/);
  const found = cells.find(cell => /[^\0-\u007f]/.test(cell)) ?? '';
  return found.trim().replaceAll('"', '').slice(0, MAX_SAMPLE);
}

/** Letters count in favor of an encoding, symbols and rare letters against it. */
function plausibility(text: string): number {
  const foreign = text.match(/[^\0-\u007f]/g) ?? [];
  return foreign.reduce(
    (sum, one) => sum + (/\p{L}/u.test(one) && !/[ÐÞðþĐđŢţ]/.test(one) ? 1 : -1),
    0,
  );
}
