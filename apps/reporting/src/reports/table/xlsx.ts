import {
  type AnyTable,
  type Column,
  type NoteLine,
  type SheetLayout,
  type SheetTable,
  type WorkbookOptions,
  writeWorkbook,
  writeZip,
} from '@platform/spreadsheet';
import { titleOf } from './define-columns';
import type { ReportTable } from './report-table';

/** A filter of the report, such as `['Status', 'Expired']`. */
export type Filter = readonly [label: string, value: string];

export interface AboutReport {
  readonly organization: { readonly name: string; readonly handle: string } | null;
  readonly asOf: Date;
  readonly filters: readonly Filter[];
}

/** The layout of a workbook that is more than a list. */
export interface Sheets<Row> {
  readonly layout: SheetLayout<Row>;
  /** The meanings of shades, for the sheet About. */
  readonly legend: readonly NoteLine[];
  /** Sheets after the table. */
  readonly others: readonly AnyTable[];
}

/** Writes a workbook with the table and the sheet About while rows arrive. */
export function xlsx<Row>(
  table: ReportTable<Row>,
  about: AboutReport,
  batches: AsyncGenerator<Row[]>,
  {
    sheetRows,
    sheets,
  }: Pick<WorkbookOptions, 'sheetRows'> & { sheets?: Sheets<Row> | undefined } = {},
): AsyncGenerator<Uint8Array> {
  let rowCount = 0;
  const sheet = { ...tableSheet(table, counted()), layout: sheets?.layout };
  const lines = () =>
    aboutLines({ ...table, columns: sheet.columns }, about, rowCount, sheets?.legend);
  const tables = [sheet, ...(sheets?.others ?? [])];
  return writeZip(
    zip => writeWorkbook(zip, tables, { sheetRows, notes: { name: 'About', lines } }),
    { mtime: about.asOf },
  );

  async function* counted(): AsyncGenerator<Row[]> {
    for await (const rows of batches) {
      rowCount += rows.length;
      yield rows;
    }
  }
}

/** Returns the table as a sheet, with titles in words and IDs in the last columns. */
export function tableSheet<Row>(table: ReportTable<Row>, batches: AsyncGenerator<Row[]>) {
  const columns = [
    ...table.columns.filter(column => !isId(column)),
    ...table.columns.filter(isId),
  ].map(column => ({ ...column, title: headerOf(column), value: column.sheetValue }));
  return {
    nameOf: (number: number) => (number === 1 ? table.title : `${table.title} ${number}`),
    columns,
    batches,
    printed: columns.filter(column => !isId(column)).length || columns.length,
  } satisfies SheetTable<Row>;
}

/** IDs are for programs, so they come last and are not printed. */
function isId<Row>({ name, isUpright }: Column<Row>): boolean {
  return !isUpright && /(?:^id|Id|Identifier)$/.test(name);
}

function headerOf<Row>({ title, type }: Column<Row>): string {
  return type === 'timestamp' ? `${title} (UTC)` : title;
}

function aboutLines<Row>(
  { title, columns }: ReportTable<Row>,
  { organization, asOf, filters }: AboutReport,
  rowCount: number,
  legend: readonly NoteLine[] = [],
): NoteLine[] {
  return [
    [[title, 'title']],
    ...(organization
      ? [pair('Organization', `${organization.name} (${organization.handle})`)]
      : []),
    [
      ['As of (UTC)', 'label'],
      [asOf, 'proseTimestamp'],
    ],
    pair('Rows', String(rowCount)),
    ...filters.map(([label, value]) => pair(label, value)),
    [],
    ...legend,
    ...(legend.length > 0 ? [[]] : []),
    [
      ['Column', 'header'],
      ['Meaning', 'header'],
    ],
    // Not those of a matrix's items.
    ...columns
      .filter(({ isUpright }) => !isUpright)
      .map(column => pair(column.title, inCells(column.meaning))),
  ];
}

function pair(label: string, value: string): NoteLine {
  return [
    [label, 'label'],
    [value, 'prose'],
  ];
}

/** Rewrites an API description for a sheet, without markup and with empty for null. */
function inCells(meaning: string): string {
  return meaning
    .replaceAll('`', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\bnull\b/g, 'empty')
    .replaceAll(/\b[a-z]{2,}(?:[A-Z][a-z]+)+\b/g, name => titleOf(name).toLowerCase());
}
