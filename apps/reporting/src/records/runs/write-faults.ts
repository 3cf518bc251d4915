import { type Database, readStatement, stream } from '@platform/db';
import { columnsOf } from '../../reports/table/columns';
import { csv } from '../../reports/table/csv';
import { zipped } from '../../reports/table/zip';
import type { ExportedRow } from '../export/export-statements';
import { writeWorkbook } from '../export/write-records';

const listFaults = readStatement<ExportedRow>(__dirname, 'list-faults.sql');

const columns = columnsOf<ExportedRow>({
  file: 'text',
  line: 'integer',
  column: 'text',
  value: 'text',
  expected: 'text',
  remedy: 'text',
  row: 'text',
});

interface Reading {
  readonly db: Database;
  readonly id: string;
  readonly signal: AbortSignal;
}

/** The faults of a run as CSV, for whoever keeps the list. */
export function faultsCsv(reading: Reading): AsyncGenerator<string> {
  return csv(columns, batchesOf(reading));
}

/** The same as a workbook. */
export function faultsXlsx(reading: Reading): AsyncGenerator<Uint8Array> {
  const faults = { name: 'Faults', columns, batches: batchesOf(reading) };
  return zipped(zip => writeWorkbook(zip, [faults]));
}

function batchesOf({ db, id, signal }: Reading): AsyncGenerator<ExportedRow[]> {
  return stream(db, listFaults, { id }, { signal });
}
