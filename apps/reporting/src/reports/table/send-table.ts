import { setImmediate as nextTurn } from 'node:timers/promises';
import { prepend, setLogCaller, streamResponse } from '@platform/http';
import type { Response } from 'express';
import { contextOf } from '../../context';
import type { About } from './about-sheet';
import { csv } from './csv';
import { fileName } from './file-name';
import { Format } from './format.dto';
import { json } from './json';
import type { ReportTable } from './report-table';
import { xlsx } from './xlsx';

export interface TableAnswer<Row> {
  readonly format: Format;
  readonly table: ReportTable<Row>;
  readonly about: About;
  /** What the file's name says besides the report and the organization; absent: its date. */
  readonly subject?: string | undefined;
  /** The rows; an abort of the signal, when the client leaves, is to end their query. */
  readonly batches: (signal: AbortSignal) => AsyncGenerator<Row[]>;
}

/** Rows that become text at once. The garbage of ten times as many outlives young collections: 100 MB of it. */
const PIECE = 100;

/**
 * Sends a table of any length. The first rows are read before anything is sent: a failure until then has a
 * status.
 */
export function sendTable<Row>(response: Response, answer: TableAnswer<Row>): Promise<void> {
  return streamResponse(response, async function* (signal) {
    const batches = inPieces(response, answer, signal);
    try {
      const first = await batches.next();
      if (answer.format === Format.Json) response.type('application/json');
      else response.attachment(fileNameOf(answer));
      yield* write(answer, prepend(first, batches));
    } finally {
      // Also where their first ones were not yet asked for.
      await batches.return(undefined);
    }
  });
}

function fileNameOf<Row>({ format, table, about, subject }: TableAnswer<Row>): string {
  const { organization, asOf } = about;
  return fileName({
    report: table.name,
    handle: organization.handle,
    subject: subject ?? asOf.toISOString().slice(0, 10),
    format,
  });
}

function write<Row>(
  { format, table, about }: TableAnswer<Row>,
  batches: AsyncGenerator<Row[]>,
): AsyncGenerator<string | Uint8Array> {
  switch (format) {
    case Format.Json:
      return json(table.columns, batches);
    case Format.Csv:
      return csv(table.columns, batches);
    case Format.Xlsx:
      return xlsx(table, about, batches);
  }
}

async function* inPieces<Row>(
  response: Response,
  { table, batches }: TableAnswer<Row>,
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  const { countReportRows } = contextOf(response.req);
  let sent = 0;
  for await (const rows of batches(signal)) {
    countReportRows(table.name, rows.length);
    sent += rows.length;
    setLogCaller(response, { rows: sent });
    for (let start = 0; start < rows.length; start += PIECE) {
      yield rows.slice(start, start + PIECE);
      // A fast reader takes a piece at once: without this, other requests would wait for the whole batch.
      await nextTurn();
    }
  }
}
