import { type Database, readStatements, stream } from '@platform/db';
import type { ExportedRow } from '../../export/export-statements';
import { writeWorkbook } from '../../export/write-records';
import { columnsOf } from '../../reports/table/columns';
import { csv } from '../../reports/table/csv';
import { zipped } from '../../reports/table/zip';

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
  return csv(columns, batchesOf(db, id, signal));
}

/** The same as a workbook. */
export function faultsXlsx(
  db: Database,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const faults = { name: 'Faults', columns, batches: batchesOf(db, id, signal) };
  return zipped(zip => writeWorkbook(zip, [faults]));
}

function batchesOf(db: Database, id: string, signal: AbortSignal): AsyncGenerator<ExportedRow[]> {
  return stream(db, listFaults, { id }, { signal });
}
