import type { Database } from './database';
import type { Parameters } from './run';
import { bind, type Statement } from './statement';

export interface StreamOptions {
  /** Rows of one batch. */
  readonly batchSize?: number;
  /** Aborting it ends the stream, and its query in the database. */
  readonly signal?: AbortSignal;
}

/**
 * The rows of a statement in batches, fetched as they are taken, in one read-only snapshot: memory does
 * not grow with the rows, and the statement timeout bounds each fetch, not the whole. Leaving the loop
 * early or an abort ends the query; the connection of an unfinished stream is closed, never reused.
 */
export async function* stream<Row>(
  { pool }: Database,
  statement: Statement<Row>,
  parameters: Parameters = {},
  { batchSize = 1_000, signal }: StreamOptions = {},
): AsyncGenerator<Row[]> {
  const values = bind(statement, parameters);
  signal?.throwIfAborted();
  const client = await pool.connect();
  const { processID } = client as typeof client & { processID: number };
  // A backend that is busy with a fetch does not look at its connection: another one tells it.
  const cancel = () => {
    pool.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined);
  };
  signal?.addEventListener('abort', cancel, { once: true });
  let isFinished = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`declare streamed no scroll cursor for ${statement.text}`, values);
    for (;;) {
      const { rows } = await client.query<object>(`fetch forward ${batchSize} from streamed`);
      signal?.throwIfAborted();
      if (rows.length === 0) break;
      yield rows as Row[];
    }
    await client.query('commit');
    isFinished = true;
  } finally {
    signal?.removeEventListener('abort', cancel);
    client.release(!isFinished);
  }
}
