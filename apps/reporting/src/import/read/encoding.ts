/** The encodings of CSV files. A byte order mark says that a file is Unicode in any case. */
export const ENCODINGS = ['utf-8', 'windows-1252'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** The bytes in UTF-8; those of a file with a byte order mark as they are. */
export function toUtf8(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncIterable<Buffer> {
  return encoding === 'utf-8' ? bytes : decode(bytes);
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
