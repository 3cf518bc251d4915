import { charsetOf, invalidField, Problem } from '@platform/http';
import { ENCODINGS, type Encoding } from '@platform/spreadsheet';
import { isTimeZone } from '../../http/times';
import { type FileName, fileNamed } from '../../records/import-file';
import { XLSX } from '../../reports/table/format.dto';
import type { UploadEncoding } from './uploads.dto';

const UPLOAD_TYPES = { zip: 'application/zip', csv: 'text/csv', xlsx: XLSX } as const;

/** What browsers on Windows send for zip archives. */
const OTHER_ZIP = 'application/x-zip-compressed';

/** Unsupported spreadsheet formats, and what to do. */
const OTHER_SPREADSHEETS: Readonly<Record<string, string>> = {
  'application/vnd.ms-excel': 'This is an .xls; save it as .xlsx, or as CSV.',
  'application/vnd.oasis.opendocument.spreadsheet':
    'This is an OpenDocument spreadsheet (.ods); save it as .xlsx.',
  'application/vnd.apple.numbers': 'This is a Numbers spreadsheet (.numbers); export it as Excel.',
};

interface Uploaded {
  readonly file: string | undefined;
  readonly name: string | undefined;
  readonly list: object | null;
}

/**
 * The table of a CSV body; null for an archive, a workbook or a list.
 * @throws Problem invalid-request, import-unreadable
 */
export function tableOf(
  contentType: string | undefined,
  { file, name = '', list }: Uploaded,
): FileName | null {
  const type = mediaTypeOf(contentType);
  if (list && file !== undefined) throw invalidField('file', 'cannot be combined with source');
  if (type === UPLOAD_TYPES.csv) {
    if (list) return null;
    const table = fileNamed(file === undefined ? name : `${file}.csv`);
    if (table) return table;
    const message = 'is required with text/csv: the table, such as tickets, unless name has it';
    throw invalidField('file', message);
  }
  const other = OTHER_SPREADSHEETS[type];
  if (other !== undefined) throw new Problem('import-unreadable', other);
  if (type !== UPLOAD_TYPES.zip && type !== UPLOAD_TYPES.xlsx && type !== OTHER_ZIP) {
    throw invalidField('Content-Type', `must be one of ${Object.values(UPLOAD_TYPES).join(', ')}`);
  }
  if (file === undefined) return null;
  throw invalidField('file', 'requires the content type text/csv');
}

/**
 * The requested encoding of an upload, or else the charset of a CSV body; null for UTF-8.
 * @throws Problem invalid-request for an unsupported charset, or if they differ
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
    throw invalidField('Content-Type', `must have one of the charsets ${ENCODINGS.join(', ')}`);
  }
  if (asked === undefined || asked === sent) return sent;
  const message = `is ${asked}, and the charset of Content-Type is ${sent}; send one of them`;
  throw invalidField('encoding', message);
}

/** According to the Encoding Standard, in which `iso-8859-1` is windows-1252. */
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
  throw invalidField('timeZone', 'is not a time zone, such as America/Edmonton');
}
