import { invalidFields, Problem } from '@platform/http';
import { isTimeZone } from '../../wire/times';
import { type FileName, isFileName } from '../import/import-file';

export const UPLOAD_TYPES = {
  zip: 'application/zip',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Browsers on Windows name archives so. */
const OTHER_ZIP = 'application/x-zip-compressed';

const OLD_WORKBOOK = 'application/vnd.ms-excel';

/** The table that a body is; null for an archive or a workbook. @throws Problem invalid-request, import-unreadable */
export function tableOf(
  contentType: string | undefined,
  file: string | undefined,
): FileName | null {
  const type = (contentType ?? '').split(';')[0]!.trim().toLowerCase();
  if (type === UPLOAD_TYPES.csv) {
    const name = `${file ?? ''}.csv`;
    if (isFileName(name)) return name;
    throw invalidFields([
      { field: 'file', message: 'is required with text/csv: the table, such as tickets' },
    ]);
  }
  if (type === OLD_WORKBOOK) {
    throw new Problem('import-unreadable', 'This is an .xls; save it as .xlsx, or as CSV.');
  }
  if (type !== UPLOAD_TYPES.zip && type !== UPLOAD_TYPES.xlsx && type !== OTHER_ZIP) {
    const types = Object.values(UPLOAD_TYPES).join(', ');
    throw invalidFields([{ field: 'Content-Type', message: `must be one of ${types}` }]);
  }
  if (file === undefined) return null;
  throw invalidFields([{ field: 'file', message: 'goes with text/csv alone' }]);
}

/** @throws Problem invalid-request */
export function requireTimeZone(timeZone: string | undefined): void {
  if (timeZone === undefined || isTimeZone(timeZone)) return;
  const message = 'is no time zone; an example is America/Edmonton';
  throw invalidFields([{ field: 'timeZone', message }]);
}
