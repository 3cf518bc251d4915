import { prepend, streamResponse } from '@platform/http';
import type { Response } from 'express';
import { contextOf } from '../../context';
import type { Column } from './columns';
import { csv } from './csv';
import { Format } from './format.dto';
import { json } from './json';
import { xlsx } from './xlsx';

export interface Table<Row> {
  readonly format: Format;
  /** Of the file, before its date: `achievement-gaps`. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  /** The rows; an abort of the signal, when the client leaves, is to end their query. */
  readonly batches: (signal: AbortSignal) => AsyncGenerator<Row[]>;
}

/** Rows that become text at once. The garbage of ten times as many outlives young collections: 100 MB of it. */
const PIECE = 100;

/**
 * Sends a table of any length. The first rows are read before anything is sent, so that a failure until
 * then has its own status.
 */
export function sendTable<Row>(response: Response, table: Table<Row>): Promise<void> {
  const { clock } = contextOf(response.req);
  const { name, format } = table;
  return streamResponse(response, async function* (signal) {
    const batches = inPieces(response, table, signal);
    try {
      const first = await batches.next();
      if (format === Format.Json) response.type('application/json');
      else response.attachment(`${name}-${clock().toISOString().slice(0, 10)}.${format}`);
      yield* write(table, prepend(first, batches));
    } finally {
      // Also where their first ones were not yet asked for.
      await batches.return(undefined);
    }
  });
}

function write<Row>(
  { format, name, columns }: Table<Row>,
  batches: AsyncGenerator<Row[]>,
): AsyncGenerator<string | Uint8Array> {
  switch (format) {
    case Format.Json:
      return json(columns, batches);
    case Format.Csv:
      return csv(columns, batches);
    case Format.Xlsx:
      return xlsx(name, columns, batches);
  }
}

async function* inPieces<Row>(
  response: Response,
  { name, batches }: Table<Row>,
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  const { countReportRows } = contextOf(response.req);
  for await (const rows of batches(signal)) {
    countReportRows(name, rows.length);
    for (let start = 0; start < rows.length; start += PIECE) yield rows.slice(start, start + PIECE);
  }
}
