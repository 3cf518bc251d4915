import { textXml, timeXml } from './cells';
import { titleOf } from './columns';
import type { ReportTable } from './report-table';
import { DECLARATION, MAIN } from './workbook-parts';
import { headerOf, ROW_HEIGHT, worksheetColumns } from './worksheet';

/** What a file answers: `['Status', 'Expired']`. */
export type Filter = readonly [label: string, value: string];

export interface AboutReport {
  readonly organization: { readonly name: string; readonly handle: string } | null;
  /** The instant that the answer is of. */
  readonly asOf: Date;
  readonly filters: readonly Filter[];
}

/** Of the column of the meanings, in characters. */
const WIDTH = 100;
/** Points, of one line of text; and the highest row that a workbook can have. */
const LINE = 15;
const HIGHEST = 409;

interface Line {
  readonly cells: (row: number) => string;
  /** What may need more than one line; LibreOffice does not make room for it by itself. */
  readonly wrapped?: string;
}

/** The first sheet of a workbook: what was asked, when, how many rows answer it, and what the columns mean. */
export function aboutSheet<Row>(
  table: ReportTable<Row>,
  about: AboutReport,
  rowCount: number,
): string {
  const rows = linesOf(table, about, rowCount).map(
    ({ cells, wrapped }, index) =>
      `<row r="${index + 1}"${heightOf(wrapped)}>${cells(index + 1)}</row>`,
  );
  return (
    `${DECLARATION}<worksheet xmlns="${MAIN}">` +
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' +
    '<sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews>' +
    ROW_HEIGHT +
    '<cols><col min="1" max="1" width="30" customWidth="1"/>' +
    `<col min="2" max="2" width="${WIDTH}" customWidth="1"/></cols>` +
    `<sheetData>${rows.join('')}</sheetData>` +
    '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>'
  );
}

function linesOf<Row>(
  table: ReportTable<Row>,
  { organization, asOf, filters }: AboutReport,
  rowCount: number,
): Line[] {
  return [
    { cells: row => textXml(`A${row}`, table.title, 'title') },
    ...(organization
      ? [pair('Organization', `${organization.name} (${organization.handle})`)]
      : []),
    {
      cells: row =>
        textXml(`A${row}`, 'As of (UTC)', 'label') + timeXml(`B${row}`, asOf, 'proseTimestamp'),
    },
    pair('Rows', String(rowCount)),
    ...filters.map(([label, value]) => pair(label, value)),
    { cells: () => '' },
    {
      cells: row =>
        textXml(`A${row}`, 'Column', 'header') + textXml(`B${row}`, 'Meaning', 'header'),
    },
    ...worksheetColumns(table.columns).map(column =>
      pair(headerOf(column), inCells(column.meaning)),
    ),
  ];
}

/** Rewrites an API description for a sheet: no markup, and empty cells for null. */
function inCells(meaning: string): string {
  return meaning
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\bnull\b/g, 'empty')
    .replaceAll(/\b[a-z]{2,}(?:[A-Z][a-z]+)+\b/g, name => titleOf(name).toLowerCase());
}

function pair(label: string, value: string): Line {
  return {
    cells: row => textXml(`A${row}`, label, 'label') + textXml(`B${row}`, value, 'prose'),
    wrapped: value,
  };
}

function heightOf(text = ''): string {
  const count = Math.ceil(text.trim().length / WIDTH);
  return count > 1 ? ` ht="${Math.min(count * LINE, HIGHEST)}" customHeight="1"` : '';
}
