export { type Cell, type Column, type ColumnType, cellText, textEncoder } from './columns';
export { ENCODINGS, type Encoding, type EncodingReading } from './encodings';
export {
  type CellDetail,
  displayedText,
  InvalidUtf8,
  type Row,
  readCsv,
} from './read-csv';
export type { SheetOddities } from './read-sheet';
export { openWorkbook, type Workbook } from './read-workbook';
export { UnreadableFile, UnreadableInput } from './unreadable';
export { writeCsv } from './write-csv';
export {
  type AnyTable,
  type NoteLine,
  type SheetTable,
  type WorkbookOptions,
  writeWorkbook,
} from './write-workbook';
export type { SheetLayout } from './write-worksheet';
export { type Archive, openArchive, writeZip, type ZipWriter } from './zip';
