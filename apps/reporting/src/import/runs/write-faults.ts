import { type Database, readStatements, stream } from '@platform/db';
import { writeCsv, writeWorkbook, writeZip } from '@platform/spreadsheet';
import type { ExportedRow } from '../../export/export-statements';
import { sheetOf } from '../../export/write-records';
import { columnsOf } from '../../reports/table/columns';

const sql = readStatements(__dirname, 'write-faults.sql');

const listFaults = sql<ExportedRow>('list-faults');

const columns = columnsOf<ExportedRow>({
  file: 'text',
  line: 'integer',
  column: 'text',
  value: 'text',
  expected: 'text',
  remedy: 'text',
  row: 'text',
});

/** The faults of a run as CSV, for whoever keeps the list. */
export function faultsCsv(db: Database, id: string, signal: AbortSignal): AsyncGenerator<string> {
  return writeCsv(columns, batchesOf(db, id, signal));
}

/** The same as a workbook. */
export function faultsXlsx(
  db: Database,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const faults = sheetOf('Faults', columns, batchesOf(db, id, signal));
  return writeZip(zip => writeWorkbook(zip, [faults]));
}

function batchesOf(db: Database, id: string, signal: AbortSignal): AsyncGenerator<ExportedRow[]> {
  return stream(db, listFaults, { id }, { signal });
}
