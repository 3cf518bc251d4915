export { type Cell, type Column, type ColumnType, cellText, textEncoder } from './columns';
export {
  ENCODINGS,
  type Encoding,
  InvalidUtf8,
  type Row,
  readCsv,
  UnreadableFile,
} from './read-csv';
export { openWorkbook, type Workbook } from './read-workbook';
export { writeCsv } from './write-csv';
export {
  type NoteLine,
  type SheetTable,
  type WorkbookOptions,
  writeWorkbook,
} from './write-workbook';
export { type Archive, openArchive, UnreadableInput, writeZip, type ZipWriter } from './zip';
