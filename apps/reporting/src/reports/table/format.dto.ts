/** The format of the report: `json`; a file of all rows, `csv` or `xlsx`; or `ndjson`, a JSON object per line. */
export enum Format {
  Json = 'json',
  Csv = 'csv',
  Xlsx = 'xlsx',
  Ndjson = 'ndjson',
}

/** The media type of a JSON value a line. */
export const NDJSON = 'application/x-ndjson';

/** The media type of a workbook. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The media types of the formats. */
export const FORMAT_TYPES = ['application/json', 'text/csv', XLSX, NDJSON];
