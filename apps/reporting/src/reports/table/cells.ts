import { type Cell, type Column, cellText, textEncoder } from './columns';
import { type SharedStringWriter, stringXml } from './shared-strings';
import { STYLES, type Style } from './workbook-parts';

/**
 * Writes the cells of a column of a worksheet (ECMA-376, part 1, 18.3.1.4) in the row of a number; nothing for
 * null. What repeats from row to row is encoded once.
 */
export function cellWriter<Row>(
  { type, value }: Column<Row>,
  letters: string,
  strings: SharedStringWriter,
): (row: Row, number: number) => string {
  const start = `<c r="${letters}`;
  switch (type) {
    case 'text': {
      const content = textEncoder(value, cell =>
        cell === null ? '' : sharedContent(cellText(cell), strings),
      );
      return (row, number) => {
        const encoded = content(row);
        return encoded === '' ? '' : `${start}${number}${encoded}`;
      };
    }
    case 'boolean': {
      const content = `" t="b"${STYLES.boolean}><v>`;
      return (row, number) => {
        const cell = value(row);
        return cell === null ? '' : `${start}${number}${content}${cell ? 1 : 0}</v></c>`;
      };
    }
    case 'date':
    case 'timestamp':
      return (row, number) => {
        const cell = value(row);
        return cell === null ? '' : timeXml(`${letters}${number}`, cell, styleOf(cell));
      };
    default: {
      const content = `"${STYLES[type === 'share' ? 'share' : 'number']}><v>`;
      return (row, number) => {
        const cell = value(row);
        return cell === null ? '' : `${start}${number}${content}${cellText(cell)}</v></c>`;
      };
    }
  }
}

const DAY = 86_400_000;
/** Day 0 of workbooks, which count a 29th of February in 1900. */
const EPOCH = Date.UTC(1899, 11, 30);
const EARLIEST = Date.UTC(1900, 2, 1);
const LATEST = Date.UTC(10_000, 0, 1);

/** What has a day and no time is midnight of UTC. */
function styleOf(cell: Cell): Style {
  return cell instanceof Date && cell.getTime() % DAY !== 0 ? 'timestamp' : 'date';
}

/** A workbook's times are days since its epoch, without a zone: here UTC. What it cannot represent stays text. */
export function timeXml(at: string, cell: Cell, style: Style): string {
  const time = cell instanceof Date ? cell.getTime() : Date.parse(`${String(cell)}T00:00:00Z`);
  if (time >= EARLIEST && time < LATEST)
    return `<c r="${at}"${STYLES[style]}><v>${(time - EPOCH) / DAY}</v></c>`;
  return textXml(at, cellText(cell));
}

/** A cell of text at a reference such as `B7`. */
export function textXml(at: string, content: string, style: Style = 'none'): string {
  return `<c r="${at}${textContent(content, style)}`;
}

/** The same behind the reference. */
function textContent(content: string, style: Style): string {
  return `"${STYLES[style]} t="inlineStr"><is>${stringXml(content)}</is></c>`;
}

function sharedContent(content: string, strings: SharedStringWriter): string {
  const number = strings.numberOf(content);
  return number === null ? textContent(content, 'none') : `" t="s"><v>${number}</v></c>`;
}

/** 0 → A, 25 → Z, 26 → AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
