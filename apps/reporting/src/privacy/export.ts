import type { Database, Transaction } from '@platform/db';
import { columnNames, readStatements, streamWithin, transaction } from '@platform/db';
import { disconnectSignal, streamResponse } from '@platform/http/stream-response';
import { type Cell, writeCsv, writeZip, type ZipWriter } from '@platform/spreadsheet';
import type { Response } from 'express';
import { recordEvent } from '../audit/audit-events';
import { type DoneBy } from '../http/principal';
import { formatTimes } from '../http/times';
import type { Context } from '../main/context';
import { columnsOf } from '../reports/table/define-columns';

const sql = readStatements(__dirname, 'export.sql');

type Row = Readonly<Record<string, unknown>>;

/** The files in the archive, each as JSON and CSV with the columns of its statement. */
const SECTIONS = (
  'account identities memberships affiliations profiles standings tickets monthly-statistics ' +
  'secrets sessions mails allowed-recipients unsubscriptions schedules audit'
)
  .split(' ')
  .map(name => ({ name, statement: sql<Row>(name) }));

function textColumns(names: readonly string[]) {
  const columnOf = (name: string) =>
    [name, { type: 'text', value: (row: Row) => toCell(row[name]) }] as const;
  return columnsOf<Row>(Object.fromEntries(names.map(columnOf)));
}

function toCell(value: unknown): Cell {
  if (value === null || value === undefined || value instanceof Date) return value ?? null;
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean);
}

/** Streams a zip archive with all data stored about an account, from one snapshot. */
export function exportPerson(
  db: Database,
  accountId: number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const write = async (zip: ZipWriter, tx: Transaction) => {
    for (const { name, statement } of SECTIONS) {
      const columns = textColumns(await columnNames(tx, statement, { accountId }));
      const rows = () => streamWithin(tx, statement, { accountId });
      await zip.stream(`${name}.json`, json(rows()));
      await zip.stream(`${name}.csv`, writeCsv(columns, rows()));
    }
  };
  return writeZip(zip =>
    transaction(db, tx => write(zip, tx), {
      isolation: 'repeatable read',
      isReadOnly: true,
      signal,
    }),
  );
}

async function* json(batches: AsyncIterable<Row[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of batches) {
    for (const row of rows) {
      yield separator + JSON.stringify(formatTimes(row));
      separator = ',\n';
    }
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Records the export in the audit log; call it before reading any data. */
export function recordExport(db: Database, accountId: number, doneBy: DoneBy): Promise<void> {
  return recordEvent(db, { kind: 'account-exported', accountId, ...doneBy });
}

/** Records the export and sends it, using the pool for reports. */
export async function sendExport(
  { db, reports, clock }: Context,
  response: Response,
  account: { readonly id: number; readonly uuid: string },
  doneBy: DoneBy,
): Promise<void> {
  await recordExport(db, account.id, doneBy);
  response.attachment(`person-${account.uuid}-${clock().toISOString().slice(0, 10)}.zip`);
  const archive = exportPerson(reports.primary, account.id, disconnectSignal(response));
  await streamResponse(response, archive);
}
