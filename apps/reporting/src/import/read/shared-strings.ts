import { UnreadableFile } from './read-csv';
import { readWholeXml } from './xml';

/** Bytes of distinct texts. */
const MOST_BYTES = 96 * 1024 * 1024;
const FIRST_SIZE = 64 * 1024;

/** The distinct texts of a workbook, outside of the heap: a workbook may have millions. */
export class SharedStringReader {
  private bytes = Buffer.allocUnsafe(FIRST_SIZE);
  private ends = new Uint32Array(1_024);
  private count = 0;
  private length = 0;

  /** @throws UnreadableFile */
  static async read(part: AsyncIterable<Buffer> | undefined): Promise<SharedStringReader> {
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
    await readWholeXml(part, handler);
    return strings;
  }

  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.count) return undefined;
    return this.bytes.toString('utf8', index === 0 ? 0 : this.ends[index - 1], this.ends[index]);
  }

  private push(text: string): void {
    const end = this.length + Buffer.byteLength(text);
    if (end > MOST_BYTES) {
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

/** What a cell of Excel holds. */
const LONGEST_TEXT = 32_767;

/** The text of a cell goes on: few bytes of a workbook could make gigabytes of it. @throws UnreadableFile */
export function addText(before: string, more: string, row: number | null = null): string {
  if (before.length + more.length <= LONGEST_TEXT) return before + more;
  throw new UnreadableFile(row, `cells of at most ${LONGEST_TEXT} characters; shorten the text`);
}

/** Collects the text of an element: its runs, without phonetic ones. */
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

  /** Excel writes control characters as `_x000D_`. */
  end(): string {
    return this.pieces
      .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
      .replaceAll(
        /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
        '\ufffd',
      );
  }
}
