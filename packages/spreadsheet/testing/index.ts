export { related, workbook } from './make-workbook';
export { type ZipPart, zipOf } from './zip-of';
