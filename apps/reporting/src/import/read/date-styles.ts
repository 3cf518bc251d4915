import { readWholeXml } from './xml';

/** Number formats that Excel keeps no code for: those of dates and times (ECMA-376, part 1, 18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** Whether a number in a cell of a style is a date. */
export type IsDate = (style: number) => boolean;

/** From the part `styles`. @throws UnreadableFile */
export async function readDateStyles(part: AsyncIterable<Buffer>): Promise<IsDate> {
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let isOfCells = false;
  const isDate = (id: number) => {
    const code = codes.get(id);
    return code === undefined ? isBuiltInDate(id) : isDateCode(code);
  };
  await readWholeXml(part, {
    open(element, attributes) {
      if (element === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (element === 'cellXfs') isOfCells = true;
      if (element === 'xf' && isOfCells) styles.push(isDate(Number(attributes.numFmtId ?? 0)));
    },
    close(element) {
      if (element === 'cellXfs') isOfCells = false;
    },
  });
  return style => styles[style] === true;
}

/** `yyyy\-mm\-dd` is one; texts, colours and escaped letters are left out. */
function isDateCode(code: string): boolean {
  const [first = ''] = code.slice(0, 1_000).split(';');
  const letters = first
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[ymdhs]/i.test(letters) && !/^general$/i.test(letters);
}

const DAY = 86_400_000;
/** Excel counts from 1900 with a 29 February that there was not. */
const START_1900 = Date.UTC(1899, 11, 30);
const START_1904 = Date.UTC(1904, 0, 1);

/** `2026-01-31`, or `2026-01-31T08:30:00` where it has a time; null for what no calendar has. */
export function dateOfSerial(serial: number, is1904: boolean): string | null {
  const days = !is1904 && serial < 60 ? serial + 1 : serial;
  // Excel rounds to milliseconds.
  const time = new Date((is1904 ? START_1904 : START_1900) + Math.round(days * DAY));
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999) return null;
  const [date, clock] = time.toISOString().split('T') as [string, string];
  if (clock === '00:00:00.000Z') return date;
  return `${date}T${clock.replace(/(\.000)?Z$/, '')}`;
}
