import { parseStatement, type Statement } from '@platform/db';
import type { Cell, Column, ColumnType } from '@platform/spreadsheet';
import { importFiles, joinsOfStored, references, storedKey, storedValue } from '../records/files';
import {
  type ImportColumn as FileColumn,
  type FileName,
  type ImportFile,
  snakeCase,
  stem,
} from '../records/import-file';
import { columnsOf } from '../reports/table/define-columns';

/** The cells of a row by column in snake_case. */
export type ExportedRow = Readonly<Record<string, Cell>>;

export interface ExportedFile {
  readonly file: ImportFile;
  /** Takes `$organization`; null exports all organizations. */
  readonly statement: Statement<ExportedRow>;
  readonly columns: readonly Column<ExportedRow>[];
}

/** Timestamps are text with an offset, because a date cell would be read in the time zone of the import. */
const TYPES: Readonly<Record<string, ColumnType>> = {
  boolean: 'boolean',
  integer: 'integer',
  numeric: 'decimal',
  date: 'date',
};

/** Columns of the primary keys, because tables of history are too large to sort. */
const ORDER_OF_HISTORY: Partial<Record<FileName, string>> = {
  'compliance-snapshots.csv':
    'company_id profile_condition department_uuid measurement snapshot_date',
  'monthly-statistics.csv': 'company_id month department_uuid member_uuid item_number',
};

/** In import order. */
export const exportedFiles: readonly ExportedFile[] = importFiles.map(file => ({
  file,
  statement: parseStatement(`${stem(file.name)}.export.sql`, exportText(file)),
  columns: columnsOf<ExportedRow>(
    Object.fromEntries(
      Object.entries(file.columns).map(([name, column]) => [
        name,
        { type: TYPES[column.type.sql] ?? 'text', title: name, value: cellOf(name, column) },
      ]),
    ),
  ),
}));

/** Omits history of departments and members that no longer exist, to which an import could not refer. */
function exportText(file: ImportFile): string {
  const values = Object.entries(file.columns).map(
    ([name, { derived }]) => `${derived ?? storedValue(file, name)} as ${snakeCase(name)}`,
  );
  return `select
  ${values.join(',\n  ')}
from reporting.${file.table} as present
${joinsOfStored(file, references(file)).join('\n')}
where $organization::integer is null
  or ${isOfOrganization(file)}
order by ${orderOf(file).join(', ')}`;
}

/** Whether the row `present` belongs to `$organization`; accounts belong to those of their members. */
function isOfOrganization({ name }: ImportFile): string {
  switch (name) {
    case 'companies.csv':
      return 'present.id = $organization::integer';
    case 'accounts.csv':
      return 'present.id in (select account_id from reporting.member where company_id = $organization::integer)';
    default:
      return 'present.company_id = $organization::integer';
  }
}

/** Orders rows with an ID by insertion, or else by their owner if the table has no insertion order. */
function orderOf(file: ImportFile): string[] {
  const history = ORDER_OF_HISTORY[file.name]?.split(' ');
  if (history) return history.map(column => `present.${column}`);
  if (file.key[0] !== 'id') return storedKey(file).map(key => `present.${key}`);
  const [owner] = references(file);
  const isNumbered = 'companyId' in file.columns || !owner;
  return isNumbered ? ['present.id'] : [`present.${owner.stored}`, 'present.uuid'];
}

function cellOf(name: string, { type }: FileColumn): (row: ExportedRow) => Cell {
  const column = snakeCase(name);
  return row => {
    const cell = row[column] ?? null;
    if (cell instanceof Date) return cell.toISOString();
    return type.write && cell !== null && typeof cell !== 'boolean' ? type.write(cell) : cell;
  };
}
