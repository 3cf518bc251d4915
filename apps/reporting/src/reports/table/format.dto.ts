/** The format of the report: `json`; a file of all rows, `csv` or `xlsx`; or `ndjson`, a JSON object per line. */
export type Format = 'json' | 'csv' | 'xlsx' | 'ndjson';

export const NDJSON = 'application/x-ndjson';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The media types of all formats. */
export const FORMAT_TYPES = ['application/json', 'text/csv', XLSX, NDJSON];
