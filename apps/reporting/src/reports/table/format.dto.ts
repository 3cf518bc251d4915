/** How a report comes: JSON, or a file that holds every row. */
export enum Format {
  Json = 'json',
  Csv = 'csv',
  Xlsx = 'xlsx',
}

/** The media type of a workbook. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The media types of the formats. */
export const FORMAT_TYPES = ['application/json', 'text/csv', XLSX];
