import { t } from '@lingui/core/macro';
import type { Column, Value } from './columns';

/** A table as tab-separated text, which spreadsheets take from the clipboard. */
export function toTabSeparated<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map(row => columns.map(({ value }) => toCell(value(row)))),
  ];
  return lines.map(cells => cells.join('\t')).join('\n');
}

/** A text that a spreadsheet would take for a formula is preceded by an apostrophe, as in the files. */
function toCell(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  if (typeof value === 'number') return String(value);
  const text = value.replace(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
}
