import { format, isDateFormat } from 'numfmt';
import { readWholeXml } from './xml';

export interface NumberFormats {
  isDate(style: number): boolean;
  /** What the cell displays; null if it displays the plain number. */
  show(style: number, number: number): string | null;
}

/** For a workbook without styles. */
export const GENERAL: NumberFormats = { isDate: () => false, show: () => null };

/** Formats that workbooks refer to without a code (ECMA-376, part 1, 18.8.30); those of dates depend on the country. */
const BUILT_IN: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [9, '0%'],
  [10, '0.00%'],
]);

const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

const MAX_CODE_LENGTH = 1_000;

/** Reads the part `styles`. @throws UnreadableFile */
export async function readNumberFormats(part: AsyncIterable<Buffer>): Promise<NumberFormats> {
  const codes = new Map(BUILT_IN);
  const styles: { readonly isDate: boolean; readonly code: string | null }[] = [];
  let isOfCells = false;
  await readWholeXml(part, {
    open(element, { numFmtId = '0', formatCode = '' }) {
      const id = Number(numFmtId);
      if (element === 'numFmt') codes.set(id, formatCode.slice(0, MAX_CODE_LENGTH));
      if (element === 'cellXfs') isOfCells = true;
      if (element !== 'xf' || !isOfCells) return;
      const code = codes.get(id) ?? null;
      const isDate = code === null ? isBuiltInDate(id) : isDateFormat(code);
      const isPlain = isDate || code === null || /^(general|@)?$/i.test(code);
      styles.push({ isDate, code: isPlain ? null : withoutThousands(code) });
    },
    close(element) {
      if (element === 'cellXfs') isOfCells = false;
    },
  });
  return {
    isDate: style => styles[style]?.isDate === true,
    show(style, number) {
      const code = styles[style]?.code ?? null;
      if (code === null) return null;
      const shown = format(code, number, { throws: false }).trim();
      return shown === plainNumber(number) ? null : shown;
    },
  };
}

/** Without thousands separators, which depend on the country; commas in literal texts stay. */
function withoutThousands(code: string): string {
  const separators = /"[^"]*"|\\.|([#0?]),(?=[#0?])/g;
  return code.replaceAll(separators, (part: string, digit?: string) => digit ?? part);
}

/** The number without an exponent, which no column accepts. */
export function plainNumber(number: number): string {
  const text = String(number);
  return text.includes('e') && Number.isInteger(number) ? BigInt(number).toString() : text;
}

const DAY = 86_400_000;
/** Excel treats 1900 as a leap year, so that earlier numbers than 61, 1 March 1900, would be off by a day. */
const OF_1900 = { start: Date.UTC(1899, 11, 30), first: 61 };
const OF_1904 = { start: Date.UTC(1904, 0, 1), first: 1 };
const END = Date.UTC(10_000, 0, 1);

/** `2026-01-31`, or `2026-01-31T08:30:00` with a time; null for a day that does not exist. */
export function dateOfSerial(serial: number, is1904: boolean): string | null {
  const { start, first } = is1904 ? OF_1904 : OF_1900;
  // Excel rounds to milliseconds.
  const time = start + Math.round(serial * DAY);
  if (serial < first || time >= END) return null;
  const [date, clock] = new Date(time).toISOString().split('T') as [string, string];
  if (clock === '00:00:00.000Z') return date;
  return `${date}T${clock.replace(/(\.000)?Z$/, '')}`;
}
