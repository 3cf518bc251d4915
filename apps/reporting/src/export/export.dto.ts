import { XLSX } from '../reports/table/format.dto';

/** The format of exported records: a zip of CSV files or a workbook. */
export type ExportFormat = 'zip' | 'xlsx';

/** The media types of the formats. */
export const EXPORT_TYPES = ['application/zip', XLSX];
