/** How a report comes: JSON, or a file that holds every row. */
export enum Format {
  Json = 'json',
  Csv = 'csv',
  Xlsx = 'xlsx',
}
