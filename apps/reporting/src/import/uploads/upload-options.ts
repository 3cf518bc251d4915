import { charsetOf, invalidFields, Problem } from '@platform/http';
import { ENCODINGS, type Encoding } from '@platform/spreadsheet';
import { isTimeZone } from '../../http/times';
import { type FileName, isFileName } from '../../records/import-file';
import { XLSX } from '../../reports/table/format.dto';
import type { UploadEncoding } from './uploads.dto';

const UPLOAD_TYPES = {
  zip: 'application/zip',
  csv: 'text/csv',
  xlsx: XLSX,
} as const;

/** Browsers on Windows name archives so. */
const OTHER_ZIP = 'application/x-zip-compressed';

const OLD_WORKBOOK = 'application/vnd.ms-excel';

/** The table that a body is; null for an archive or a workbook. @throws Problem invalid-request, import-unreadable */
export function tableOf(
  contentType: string | undefined,
  file: string | undefined,
): FileName | null {
  const type = mediaTypeOf(contentType);
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

/**
 * The encoding of an upload: the one that is asked for, else the charset of a CSV body; null for UTF-8. Zip archives and
 * workbooks have no charset.
 * @throws Problem invalid-request for another charset, or two that differ
 */
export function encodingOf(
  contentType: string | undefined,
  asked: UploadEncoding | undefined,
): Encoding | null {
  const charset =
    mediaTypeOf(contentType) === UPLOAD_TYPES.csv ? charsetOf(contentType) : undefined;
  if (charset === undefined) return asked ?? null;
  const sent = ENCODINGS.find(encoding => encoding === standardName(charset));
  if (sent === undefined) {
    const message = `must have the charset ${ENCODINGS.join(' or ')}`;
    throw invalidFields([{ field: 'Content-Type', message }]);
  }
  if (asked === undefined || asked === sent) return sent;
  const message = `is ${asked}, and the charset of Content-Type is ${sent}; send one of them`;
  throw invalidFields([{ field: 'encoding', message }]);
}

/** By the Encoding Standard, in which `iso-8859-1` is windows-1252. */
function standardName(charset: string): string | null {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return null;
  }
}

function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]!.trim().toLowerCase();
}

/** @throws Problem invalid-request */
export function requireTimeZone(timeZone: string | undefined): void {
  if (timeZone === undefined || isTimeZone(timeZone)) return;
  const message = 'is not a time zone, such as America/Edmonton';
  throw invalidFields([{ field: 'timeZone', message }]);
}
