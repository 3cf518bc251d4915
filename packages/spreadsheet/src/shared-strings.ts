import { UnreadableFile } from './unreadable';
import { DECLARATION, MAIN, PIECE } from './workbook-parts';
import { readXml } from './xml';

/** The most texts kept in memory: typically 15 MB, at most 70 MB. */
const MAX_KEPT = 2 ** 17;
/** Longer texts are unlikely to repeat. */
const MAX_LENGTH = 256;
/** The limit of Excel. */
const MAX_CELL_LENGTH = 32_767;

/** The distinct texts that the cells of a workbook refer to by number (ECMA-376, part 1, 18.4.9). */
export class SharedStringWriter {
  readonly #numbers = new Map<string, number>();

  /** The number of a text; null if it is too long or there are too many, so that the cell must contain it. */
  numberOf(text: string): number | null {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const { size } = this.#numbers;
    if (size === MAX_KEPT || text.length > MAX_LENGTH) return null;
    this.#numbers.set(text, size);
    return size;
  }

  *xml(): Generator<string> {
    let xml = `${DECLARATION}<sst xmlns="${MAIN}">`;
    for (const text of this.#numbers.keys()) {
      xml += `<si>${stringXml(text)}</si>`;
      if (xml.length < PIECE) continue;
      yield xml;
      xml = '';
    }
    yield `${xml}</sst>`;
  }
}

/** A text in a cell or shared string (18.4.12), truncated because Excel repairs files with longer ones. */
export function stringXml(content: string): string {
  const text =
    content.length > MAX_CELL_LENGTH ? `${content.slice(0, MAX_CELL_LENGTH - 1)}…` : content;
  const preserve = /^\s|\s$|[\n\t]/.test(text) ? ' xml:space="preserve"' : '';
  const escaped = text.replace(SPECIAL, character => ESCAPES[character] ?? '');
  return `<t${preserve}>${escaped}</t>`;
}

// Characters that XML forbids or reads as markup, and escapes of workbooks (`_x000D_`).
const SPECIAL =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}|[&<>\r]|_(?=x[\dA-Fa-f]{4}_)/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
  _: '_x005F_',
};

/** The limit of all distinct texts. */
const MAX_BYTES = 96 * 1024 * 1024;
const FIRST_SIZE = 64 * 1024;

/** The distinct texts of a workbook, stored outside of the heap because there may be millions. */
export class SharedStringReader {
  private bytes = Buffer.allocUnsafe(FIRST_SIZE);
  private ends = new Uint32Array(1_024);
  private count = 0;
  private length = 0;
  private isWhole = true;

  /** @throws UnreadableFile */
  static async read(
    part: AsyncIterable<Buffer> | undefined,
    shouldStop: () => boolean = () => false,
  ): Promise<SharedStringReader> {
    const strings = new SharedStringReader();
    if (!part) return strings;
    const text = new CellText();
    const handler = {
      open(element: string) {
        if (element === 'si') text.begin();
        text.open(element);
      },
      text: (piece: string) => text.add(piece),
      close(element: string) {
        text.close(element);
        if (element === 'si') strings.push(text.end());
      },
    };
    let isLate = false;
    for await (const _ of readXml(part, handler)) {
      strings.isWhole = !isLate;
      if (isLate) break;
      isLate = shouldStop();
    }
    return strings;
  }

  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0) return undefined;
    if (index >= this.count) return this.isWhole ? undefined : '…';
    return this.bytes.toString('utf8', index === 0 ? 0 : this.ends[index - 1], this.ends[index]);
  }

  private push(text: string): void {
    const end = this.length + Buffer.byteLength(text);
    if (end > MAX_BYTES) {
      throw new UnreadableFile(
        null,
        'at most 96 MiB of distinct texts in a workbook; save the tables as CSV',
      );
    }
    if (end > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, this.bytes.length * 2));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    if (this.count === this.ends.length) {
      const larger = new Uint32Array(this.ends.length * 2);
      larger.set(this.ends);
      this.ends = larger;
    }
    this.bytes.write(text, this.length);
    this.ends[this.count] = end;
    this.count += 1;
    this.length = end;
  }
}

/**
 * Appends to the text of a cell, within the limit of Excel: a small archive could unpack to gigabytes.
 * @throws UnreadableFile
 */
export function addText(before: string, more: string, row: number | null = null): string {
  if (before.length + more.length <= MAX_CELL_LENGTH) return before + more;
  throw new UnreadableFile(row, `cells of at most ${MAX_CELL_LENGTH} characters; shorten the text`);
}

/** Collects the text of an element from its runs, without phonetic ones. */
export class CellText {
  private pieces = '';
  private isText = false;
  private isPhonetic = false;

  begin(): void {
    this.pieces = '';
  }

  open(element: string): void {
    if (element === 'rPh') this.isPhonetic = true;
    if (element === 't') this.isText = !this.isPhonetic;
  }

  add(text: string): void {
    if (this.isText) this.pieces = addText(this.pieces, text);
  }

  close(element: string): void {
    if (element === 'rPh') this.isPhonetic = false;
    if (element === 't') this.isText = false;
  }

  /** Returns the text, with control characters decoded from escapes such as `_x000D_`. */
  end(): string {
    const text = this.pieces.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return text.toWellFormed();
  }
}
