import { XLSX } from '../reports/table/format.dto';

/** How records come: as a zip of CSV files, or as a workbook. */
export enum ExportFormat {
  Zip = 'zip',
  Xlsx = 'xlsx',
}

/** The media types of the formats. */
export const EXPORT_TYPES = ['application/zip', XLSX];
