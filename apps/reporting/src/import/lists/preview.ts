import {
  displayedText,
  InvalidUtf8,
  openWorkbook,
  type Row,
  readCsv,
  type SheetOddities,
  UnreadableFile,
  UnreadableInput,
  type Workbook,
} from '@platform/spreadsheet';
import type { DateFormat } from '../../records/dates';
import { cutText } from '../faults';
import { bytesOf, openFile } from '../open-records';
import { onOneLine } from './column-words';
import { guessSheet, repeatedHeaders } from './guess';
import type { ListPreview, PreviewedSheet } from './previews.dto';

/** How long a file may be read, and of that, the shared strings of a workbook. */
const MAX_TIME_MS = 1_200;
const MAX_STRINGS_TIME_MS = 500;
const SAMPLE_ROWS = 20;
const MAX_CELL_LENGTH = 500;
/** A column with more distinct values is not a column of words. */
const MAX_WORDS = 20;
const MAX_WORD_LENGTH = 60;

/** Describes an open file, which is read for a limited time. @throws UnreadableInput */
export async function previewFile(
  fd: number,
  { maxBytes, isWorkbook }: { readonly maxBytes: number; readonly isWorkbook: boolean },
): Promise<ListPreview> {
  const begun = performance.now();
  const after = (time: number) => () => performance.now() - begun > time;
  const { archive } = await openFile(fd, { maxBytes });
  if (isWorkbook && !archive) {
    throw new UnreadableInput(
      'This is not a workbook, or it is damaged; save it again as .xlsx, or as CSV.',
    );
  }
  const workbook = archive && (await openWorkbook(archive));
  if (archive && !workbook) {
    throw new UnreadableInput(
      'This is a zip archive; preview one workbook or CSV file of it at a time.',
    );
  }
  const { sheets, encoding } = workbook
    ? { sheets: await previewWorkbook(workbook, after), encoding: null }
    : await previewCsv(fd, after(MAX_TIME_MS));
  return { sheets, encoding, dateFormat: guessDateFormat(sheets) };
}

async function previewWorkbook(
  workbook: Workbook,
  after: (time: number) => () => boolean,
): Promise<PreviewedSheet[]> {
  const previews: PreviewedSheet[] = [];
  const [first, all] = [MAX_STRINGS_TIME_MS, workbook.sheets.length];
  for (const [index, name] of workbook.sheets.entries()) {
    const shouldStop = after(first + ((MAX_TIME_MS - first) * (index + 1)) / all);
    const { read, seen } = workbook.table([name], after(first));
    const found = await collect(until(read(), shouldStop));
    const isHidden = workbook.hidden.has(name);
    previews.push({ name, isHidden, ...describe(found, noticesOf(found, seen)) });
  }
  return previews;
}

async function previewCsv(
  fd: number,
  shouldStop: () => boolean,
): Promise<Pick<ListPreview, 'sheets' | 'encoding'>> {
  const sheet = (found: Found, more: string[]): PreviewedSheet => ({
    name: null,
    isHidden: false,
    ...describe(found, [...more, ...noticesOf(found, null)]),
  });
  const bytes = () => until(bytesOf(fd), shouldStop);
  const found = await collect(readCsv(bytes()));
  const [reading, ...others] = found.error instanceof InvalidUtf8 ? found.error.readings : [];
  if (!reading) return { sheets: [sheet(found, [])], encoding: null };
  const { encoding, sample } = reading;
  const also = others.map(other => `${other.encoding} reads ${JSON.stringify(other.sample)}`);
  const notice = `The file is not UTF-8. It is read as ${encoding}, in which its first text outside ASCII is ${JSON.stringify(sample)}; ${also.join(', ') || 'no other encoding defines all of its bytes'}.`;
  const decoded = await collect(readCsv(bytes(), encoding));
  return { sheets: [sheet(decoded, [notice])], encoding };
}

class TimeIsUp extends Error {}

/** Yields parts until reading should stop. @throws TimeIsUp if there are more */
async function* until<Part>(
  parts: AsyncIterable<Part>,
  shouldStop: () => boolean,
): AsyncGenerator<Part> {
  let isLate = false;
  for await (const part of parts) {
    if (isLate) throw new TimeIsUp();
    yield part;
    isLate = shouldStop();
  }
}

interface Found {
  readonly sample: string[][];
  readonly rows: number;
  readonly isWhole: boolean;
  /** How often each value occurs, by column; null for a column with too many values. */
  readonly words: readonly (ReadonlyMap<string, number> | null)[];
  readonly error: UnreadableFile | null;
}

async function collect(batches: AsyncIterable<Row[]>): Promise<Found> {
  const sample: string[][] = [];
  const words: (Map<string, number> | null)[] = [];
  const found = { sample, words, rows: 0, isWhole: true, error: null as UnreadableFile | null };
  try {
    for await (const rows of batches) {
      for (const row of rows) {
        if (row.line <= SAMPLE_ROWS) {
          while (sample.length < row.line - 1) sample.push([]);
          sample.push(shownCells(row));
        }
        countWords(words, row);
      }
      found.rows += rows.length;
    }
  } catch (error) {
    if (error instanceof TimeIsUp) found.isWhole = false;
    else if (error instanceof UnreadableFile) found.error = error;
    else throw error;
  }
  return found;
}

function shownCells({ cells, details }: Row): string[] {
  return cells.map((cell, index) =>
    cutText(displayedText(cell, details?.get(index)), MAX_CELL_LENGTH),
  );
}

function countWords(words: (Map<string, number> | null)[], { cells, details }: Row): void {
  for (const [index, cell] of cells.entries()) {
    if (words[index] === undefined) words[index] = new Map();
    const counts = words[index];
    const word = displayedText(cell, details?.get(index)).trim();
    if (counts === null || word === '') continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
    // The header and the cells above it are counted, too.
    if (counts.size > MAX_WORDS + 3 || word.length > MAX_WORD_LENGTH) words[index] = null;
  }
}

function describe(
  { sample, rows, isWhole, words }: Found,
  notices: string[],
): Omit<PreviewedSheet, 'name' | 'isHidden'> {
  const guess = guessSheet(sample);
  const row = guess.headerRow === null ? [] : sample[guess.headerRow - 1]!;
  const headers = row.map(onOneLine);
  const above = sample.slice(0, guess.headerRow ?? 0);
  const ofColumns = headers.flatMap((header, index): [string, Record<string, number>][] => {
    const counts = words[index];
    if (header === '' || !counts) return [];
    const below = [...counts].filter(([word]) => above.every(row => row[index]?.trim() !== word));
    const isOfWords = below.length > 0 && below.length <= MAX_WORDS;
    return isOfWords ? [[header, Object.fromEntries(below)]] : [];
  });
  const repeated = [...new Set(repeatedHeaders(headers))].join(', ');
  if (repeated !== '')
    notices.push(`Several columns have the same header and cannot be read: ${repeated}.`);
  const known = { rows: isWhole ? rows : null, words: Object.fromEntries(ofColumns), sample };
  return { ...guess, ...known, notices };
}

function noticesOf({ isWhole, error, rows }: Found, seen: SheetOddities | null): string[] {
  const { hiddenRows = 0, mergedCells = 0, formulasWithoutValue = 0 } = seen ?? {};
  const count = (number: number, what: string) =>
    `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
  const sentences = [
    error && `It can be read to line ${error.line ?? '1'}: expected ${error.expected}.`,
    !isWhole && 'It is long: its end was not reached, and its rows were not counted.',
    rows === 0 && isWhole && !error && 'It has no rows.',
    mergedCells > 0 &&
      `${count(mergedCells, 'merged cell')}: only the first cell of each has a value.`,
    hiddenRows > 0 && `${count(hiddenRows, 'hidden row')}, read like the others.`,
    formulasWithoutValue > 0 &&
      `${count(formulasWithoutValue, 'formula')} without a stored result: open the workbook in a spreadsheet and save it there.`,
  ];
  return sentences.filter(sentence => typeof sentence === 'string');
}

/** Guesses from dates that are unambiguous because of their separator or a number above 12. */
function guessDateFormat(sheets: readonly PreviewedSheet[]): DateFormat | null {
  const texts = sheets.flatMap(({ sample }) => sample.flat());
  const found = texts.flatMap(text => {
    const [, first, mark, second] = /^(\d{1,2})([./])(\d{1,2})\2\d{4}\b/.exec(text.trim()) ?? [];
    return mark ? [{ first: Number(first), mark, second: Number(second) }] : [];
  });
  if (found.some(({ mark }) => mark === '.')) return 'DD.MM.YYYY';
  if (found.some(({ first }) => first > 12)) return 'DD/MM/YYYY';
  return found.some(({ second }) => second > 12) ? 'MM/DD/YYYY' : null;
}
