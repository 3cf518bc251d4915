import { apiOf, apiQuery, type Schemas } from '../../api/client';
import { kindOf, TYPES } from './upload';
import { isTable } from './words';

export type Preview = Schemas['ListPreview'];
export type PreviewedSheet = Schemas['PreviewedSheet'];
export type Source = Schemas['SourceDefinition'];
export type Role = Schemas['ColumnRole'];
export type Kind = Schemas['ListKind'];

/** Previews the content of a file. @throws ApiError */
export function previewList(
  file: File,
  organization: string,
  signal: AbortSignal,
): Promise<Preview> {
  return apiOf(organization).post('/records/previews', {
    signal,
    headers: { 'Content-Type': TYPES[kindOf(file) ?? 'csv'] },
    body: file.name,
    bodySerializer: () => file,
  });
}

export const SOURCES = 'sources';

export const sourcesQuery = (organization: string) =>
  apiQuery(SOURCES, organization, '/records/sources', { params: { query: { pageSize: 200 } } });

/** Whether a file may be a list. Archives, and CSV files named like a table, have the format of the template. */
export function mayBeList({ name }: File): boolean {
  const [, stem] = /^(?:.* - )?(.+?)(?: ?\(\d+\))?\.csv$/i.exec(name) ?? [];
  return stem === undefined ? /\.xlsx$/i.test(name) : !isTable(stem.toLowerCase());
}

export function hasTemplateFormat({ sheets }: Preview): boolean {
  return sheets.some(({ name }) => name !== null && isTable(name.trim().toLowerCase()));
}

export type SheetDraft = Readonly<Required<Omit<Schemas['SourceSheet'], 'ignoredColumns'>>> & {
  readonly isRead: boolean;
};

const DEFAULTS = { isRead: true, headerRow: 1, type: null, separator: null, values: {} };

/** Returns the settings of a source for the sheet, or the preview's guess. */
export function draftOf(sheet: PreviewedSheet, source: Source | null): SheetDraft {
  const known = source?.sheets.find(each => (each.sheet ?? sheet.name) === sheet.name);
  if (known) {
    const columns = { ...marksOf(known, sheet), ...known.columns };
    return { ...DEFAULTS, ...known, sheet: sheet.name, columns };
  }
  return {
    ...DEFAULTS,
    sheet: sheet.name,
    isRead: source === null && sheet.kind !== null && !sheet.isHidden,
    kind: sheet.kind ?? 'people',
    type: 'Time-Sensitive Safety Certificates',
    headerRow: sheet.headerRow ?? 1,
    columns: sheet.columns,
  };
}

/** Returns the achievements of a grid, which are the columns that its source does not name. */
function marksOf(known: Schemas['SourceSheet'], sheet: PreviewedSheet) {
  const { kind, columns, headerRow = 1, ignoredColumns = [] } = known;
  if (kind !== 'requirements' || Object.values(columns).includes('achievement')) return {};
  const marks = headersOf(sheet, headerRow).filter(header => !ignoredColumns.includes(header));
  return Object.fromEntries(marks.map(header => [header, 'mark' as const]));
}

/** Returns the headers of the columns in a row; '' for columns without one. */
export const cellsOf = (sheet: PreviewedSheet, row: number): string[] =>
  (sheet.sample[row - 1] ?? []).map(header => header.replaceAll(/\s+/g, ' ').trim());

/** Returns the headers in a row, once each. */
export const headersOf = (sheet: PreviewedSheet, row: number): string[] =>
  [...new Set(cellsOf(sheet, row))].filter(header => header !== '');

/** Returns the definition of a sheet, which does not name the achievements of a grid: others may be added to the list. */
export function sheetOf(draft: SheetDraft, preview: PreviewedSheet): Schemas['SourceSheet'] {
  const { isRead: _, columns, ...rest } = draft;
  const headers = headersOf(preview, draft.headerRow);
  const named = Object.entries(columns).filter(([header]) => headers.includes(header));
  return {
    ...rest,
    columns: Object.fromEntries(named.filter(([, role]) => role !== 'mark')),
    ignoredColumns: headers.filter(header => !(header in columns)),
  };
}

/** Finds a source whose columns are all in the preview. */
export function sourceFor(preview: Preview, sources: readonly Schemas['ListSource'][]) {
  return sources.find(source =>
    source.sheets.every(({ sheet, headerRow = 1, columns }) => {
      const found = preview.sheets.find(({ name }) => sheet === null || name === sheet);
      const headers = found ? headersOf(found, headerRow) : [];
      return Object.keys(columns).every(column => headers.includes(column));
    }),
  );
}
