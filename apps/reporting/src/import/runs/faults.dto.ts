import { XLSX } from '../../reports/table/format.dto';

/** How faults come: as CSV, or as a workbook. */
export enum FaultFormat {
  Csv = 'csv',
  Xlsx = 'xlsx',
}

/** The media types of the formats. */
export const FAULT_TYPES = ['text/csv', XLSX];
