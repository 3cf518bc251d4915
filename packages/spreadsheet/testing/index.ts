export { related, type SheetCell, workbook, workbookOf } from './make-workbook';
export { type ZipPart, zipOf } from './zip-of';
