import { DECLARATION, MAIN, PIECE } from './workbook-parts';

/** Texts that are kept until the workbook ends: 15 MB of names and ids, at most 70 MB. */
const MOST = 2 ** 17;
/** Characters of a text that may come again. */
const LONGEST = 256;
/** Characters of a cell. */
const LONGEST_CELL = 32_767;

/** The texts of a workbook that its cells refer to by number (ECMA-376, part 1, 18.4.9), each once. */
export class SharedStringWriter {
  readonly #numbers = new Map<string, number>();

  /** The number of a text; null where it is too long or there are too many, so that the cell has to hold it. */
  numberOf(text: string): number | null {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const { size } = this.#numbers;
    if (size === MOST || text.length > LONGEST) return null;
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

/** A text as a cell and the table of shared strings hold it (18.4.12). Excel repairs a file with a longer one. */
export function stringXml(content: string): string {
  const text = content.length > LONGEST_CELL ? `${content.slice(0, LONGEST_CELL - 1)}…` : content;
  const preserve = /^\s|\s$|[\n\t]/.test(text) ? ' xml:space="preserve"' : '';
  return `<t${preserve}>${escapeXml(text)}</t>`;
}

// What XML cannot hold, what it reads as markup, and what a workbook reads as an escape (`_x000D_`).
const SPECIAL =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}|[&<>\r]|_(?=x[\dA-Fa-f]{4}_)/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
  _: '_x005F_',
};

function escapeXml(content: string): string {
  return content.replace(SPECIAL, character => ESCAPES[character] ?? '');
}
