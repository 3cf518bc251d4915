import { XLSX } from '../../reports/table/format.dto';

/** How faults come: as CSV, or as a workbook. */
export enum FaultFormat {
  Csv = 'csv',
  Xlsx = 'xlsx',
}

/** How changes come: a page as JSON, or all of them as a file. */
export enum ChangeFormat {
  Json = 'json',
  Csv = 'csv',
  Xlsx = 'xlsx',
}

/** The media types of the formats. */
export const FAULT_TYPES = ['text/csv', XLSX];
export const CHANGE_TYPES = ['application/json', 'text/csv', XLSX];
