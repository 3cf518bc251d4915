import {
  type Column,
  type NoteLine,
  type WorkbookOptions,
  writeWorkbook,
  writeZip,
} from '@platform/spreadsheet';
import { titleOf } from './columns';
import type { ReportTable } from './report-table';

/** What a file answers: `['Status', 'Expired']`. */
export type Filter = readonly [label: string, value: string];

export interface AboutReport {
  readonly organization: { readonly name: string; readonly handle: string } | null;
  /** The instant that the answer is of. */
  readonly asOf: Date;
  readonly filters: readonly Filter[];
}

/** A workbook, written as its rows arrive: the sheet About and the table, ids behind what people read. */
export function xlsx<Row>(
  table: ReportTable<Row>,
  about: AboutReport,
  batches: AsyncGenerator<Row[]>,
  { sheetRows }: Pick<WorkbookOptions, 'sheetRows'> = {},
): AsyncGenerator<Uint8Array> {
  const columns = [
    ...table.columns.filter(column => !isId(column)),
    ...table.columns.filter(isId),
  ].map(column => ({ ...column, title: headerOf(column), value: column.sheetValue }));
  let rowCount = 0;
  const sheet = {
    nameOf: (number: number) => (number === 1 ? table.title : `${table.title} ${number}`),
    columns,
    batches: counted(),
    printed: columns.filter(column => !isId(column)).length || columns.length,
  };
  const lines = () => aboutLines({ ...table, columns }, about, rowCount);
  return writeZip(
    zip => writeWorkbook(zip, [sheet], { sheetRows, notes: { name: 'About', lines } }),
    { mtime: about.asOf },
  );

  async function* counted(): AsyncGenerator<Row[]> {
    for await (const rows of batches) {
      rowCount += rows.length;
      yield rows;
    }
  }
}

/** Programs look for ids. */
function isId({ name }: { readonly name: string }): boolean {
  return /(?:^id|Id|Identifier)$/.test(name);
}

function headerOf<Row>({ title, type }: Column<Row>): string {
  return type === 'timestamp' ? `${title} (UTC)` : title;
}

/** What was asked, when, how many rows answer it, and what the columns mean. */
function aboutLines<Row>(
  { title, columns }: ReportTable<Row>,
  { organization, asOf, filters }: AboutReport,
  rowCount: number,
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
    [
      ['Column', 'header'],
      ['Meaning', 'header'],
    ],
    ...columns.map(column => pair(column.title, inCells(column.meaning))),
  ];
}

function pair(label: string, value: string): NoteLine {
  return [
    [label, 'label'],
    [value, 'prose'],
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
