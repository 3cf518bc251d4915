import type { Column } from './columns';
import { SharedStringWriter } from './shared-strings';
import {
  DECLARATION,
  FIRST_PARTS,
  lastParts,
  MAIN,
  ROW_HEIGHT,
  type Sheet,
  STRINGS_PATH,
  type Style,
  sheetPath,
} from './workbook-parts';
import {
  columnLetters,
  rangeOf,
  type SheetLayout,
  textXml,
  timeXml,
  writeWorksheet,
} from './write-worksheet';
import type { ZipWriter } from './zip';

export interface SheetTable<Row> {
  /** The name of a sheet by number, from 1. A table that exceeds a sheet continues on the next. */
  readonly nameOf: (number: number) => string;
  readonly columns: readonly Column<Row>[];
  readonly batches: AsyncGenerator<Row[]>;
  /** How many columns are printed; defaults to all. */
  readonly printed?: number;
  /** Defaults to a list on A4. */
  readonly layout?: SheetLayout<Row> | undefined;
}

export interface WorkbookOptions {
  /** The most rows of a sheet below the header; defaults to the limit of Excel, which is 2^20 including the header. */
  readonly sheetRows?: number;
  /** A first sheet, whose lines are requested after the tables are written. */
  readonly notes?: { readonly name: string; readonly lines: () => readonly NoteLine[] };
}

// oxlint-disable-next-line typescript/no-explicit-any -- each table is only used with rows of its own type
export type AnyTable = SheetTable<any>;

export async function writeWorkbook(
  zip: ZipWriter,
  tables: readonly AnyTable[],
  { sheetRows = 2 ** 20 - 1, notes }: WorkbookOptions = {},
): Promise<void> {
  for (const [path, xml] of FIRST_PARTS) zip.add(path, xml);
  const sheets: Sheet[] = notes ? [{ name: notes.name }] : [];
  const strings = new SharedStringWriter();
  for (const table of tables) await writeTable(zip, table, { sheets, strings, sheetRows });
  if (notes) zip.add(sheetPath(1), notesXml(notes.lines()));
  await zip.stream(STRINGS_PATH, strings.xml());
  for (const [path, xml] of lastParts(sheets)) zip.add(path, xml);
}

interface Written {
  readonly sheets: Sheet[];
  readonly strings: SharedStringWriter;
  readonly sheetRows: number;
}

async function writeTable<Row>(
  zip: ZipWriter,
  { nameOf, columns, batches, printed = columns.length, layout }: SheetTable<Row>,
  { sheets, strings, sheetRows }: Written,
): Promise<void> {
  let next = await batches.next();
  let number = 0;
  do {
    number += 1;
    const name = nameOf(number);
    const repeated = layout && `$A:$${columnLetters(layout.frozen - 1)}`;
    const onEnd = (rows: number) => {
      const range = rangeOf(columns.length, rows);
      sheets.push({ name, range, printed: rangeOf(printed, rows), repeated });
    };
    const xml = writeWorksheet({ columns, layout }, rowsOfSheet(), strings, onEnd);
    await zip.stream(sheetPath(sheets.length + 1), xml);
  } while (!next.done);

  async function* rowsOfSheet(): AsyncGenerator<Row[]> {
    for (let room = sheetRows; room > 0 && !next.done; ) {
      const rows = next.value.slice(0, room);
      const rest = next.value.slice(room);
      yield rows;
      room -= rows.length;
      next = rest.length > 0 ? { done: false, value: rest } : await batches.next();
    }
  }
}

/** The cells of a line of notes, in two columns. */
export type NoteLine = readonly (readonly [content: string | Date, style: Style])[];

/** The width of the second column in characters. */
const NOTE_WIDTH = 100;
/** In points; the maximum is the limit of Excel. */
const LINE_HEIGHT = 15;
const MAX_HEIGHT = 409;

function notesXml(lines: readonly NoteLine[]): string {
  const rows = lines.map((line, index) => {
    const cells = line.map(([content, style], column) => {
      const at = `${'AB'.charAt(column)}${index + 1}`;
      return typeof content === 'string'
        ? textXml(at, content, style)
        : timeXml(at, content, style);
    });
    return `<row r="${index + 1}"${heightOf(line)}>${cells.join('')}</row>`;
  });
  return (
    `${DECLARATION}<worksheet xmlns="${MAIN}">` +
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' +
    '<sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews>' +
    ROW_HEIGHT +
    '<cols><col min="1" max="1" width="30" customWidth="1"/>' +
    `<col min="2" max="2" width="${NOTE_WIDTH}" customWidth="1"/></cols>` +
    `<sheetData>${rows.join('')}</sheetData>` +
    '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>'
  );
}

/** LibreOffice does not adjust the height to texts of several lines. */
function heightOf([, second]: NoteLine): string {
  const text = typeof second?.[0] === 'string' ? second[0] : '';
  const count = Math.ceil(text.trim().length / NOTE_WIDTH);
  return count > 1 ? ` ht="${Math.min(count * LINE_HEIGHT, MAX_HEIGHT)}" customHeight="1"` : '';
}
