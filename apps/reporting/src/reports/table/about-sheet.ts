import { textXml, timeXml } from './cells';
import type { ReportTable } from './report-table';
import { headerOf, ROW_HEIGHT, worksheetColumns } from './worksheet';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** What a file answers: `['Status', 'Expired']`. */
export type Filter = readonly [label: string, value: string];

/** What a workbook tells of its table. */
export interface About {
  readonly organization: { readonly name: string; readonly handle: string };
  /** The instant that the answer is of. */
  readonly asOf: Date;
  readonly filters: readonly Filter[];
}

/** The first sheet of a workbook: what was asked, when, how many rows answer it, and what the columns mean. */
export function aboutSheet<Row>(table: ReportTable<Row>, about: About, rowCount: number): string {
  const { organization, asOf, filters } = about;
  const lines: ((row: number) => string)[] = [
    row => textXml(`A${row}`, table.title, 'title'),
    row => pair(row, 'Organization', `${organization.name} (${organization.handle})`),
    row => textXml(`A${row}`, 'As of (UTC)', 'label') + timeXml(`B${row}`, asOf, 'proseTimestamp'),
    row => pair(row, 'Rows', String(rowCount)),
    ...filters.map(
      ([label, value]) =>
        (row: number) =>
          pair(row, label, value),
    ),
    () => '',
    row => textXml(`A${row}`, 'Column', 'header') + textXml(`B${row}`, 'Meaning', 'header'),
    ...worksheetColumns(table.columns).map(
      column => (row: number) => pair(row, headerOf(column), inCells(column.meaning)),
    ),
  ];
  const rows = lines.map((line, index) => `<row r="${index + 1}">${line(index + 1)}</row>`);
  return (
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${MAIN}">` +
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' +
    '<sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews>' +
    ROW_HEIGHT +
    '<cols><col min="1" max="1" width="30" customWidth="1"/><col min="2" max="2" width="100" customWidth="1"/></cols>' +
    `<sheetData>${rows.join('')}</sheetData>` +
    '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>'
  );
}

/** What the document says of JSON, as it is in a sheet: without markup, and with empty cells for null. */
function inCells(meaning: string): string {
  return meaning.replaceAll('`', '').replaceAll(/\bnull\b/g, 'empty');
}

function pair(row: number, label: string, value: string): string {
  return textXml(`A${row}`, label, 'label') + textXml(`B${row}`, value, 'prose');
}
