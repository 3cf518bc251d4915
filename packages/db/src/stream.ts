import { setTimeout as wait } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { begin, cancel } from './connection';
import type { Database } from './database';
import { type RowScope, setScope, type Transaction } from './query';
import { bind, type Parameters, type Statement, valueTypes } from './statement';
import { failSpan, startStatementSpan } from './trace-statement';

export interface StreamOptions {
  readonly batchSize?: number;
  /** Aborting it ends the stream and its query in the database. */
  readonly signal?: AbortSignal;
  /** The rows that may be seen; absent, all of them. */
  readonly scope?: RowScope;
}

/** Milliseconds that a fetch holds its slot at most: slow fetches must not block quick ones. */
const SLOT_TIMEOUT = 250;

/** Twenty concurrent fetches would use all cores. */
function fetchInSlot<Batch>({ fetching }: Database, fetch: () => Promise<Batch>): Promise<Batch> {
  return new Promise((resolve, reject) => {
    void fetching(() => {
      const end = fetch().then(resolve, reject);
      return Promise.race([end, wait(SLOT_TIMEOUT, undefined, { ref: false })]);
    });
  });
}

/**
 * In batches, fetched one ahead, of one read-only snapshot; the statement timeout bounds each fetch. A batch is empty
 * once the next is asked for. A generator cannot be left while it waits: where the reader may go away, give a signal.
 */
export async function* stream<Row>(
  database: Database,
  statement: Statement<Row>,
  parameters: Parameters = {},
  { batchSize = 1_000, signal, scope }: StreamOptions = {},
): AsyncGenerator<Row[]> {
  const values = bind(statement, parameters);
  signal?.throwIfAborted();
  const client = await database.pool.connect();
  const span = startStatementSpan(statement);
  const stop = () => void cancel(client);
  signal?.addEventListener('abort', stop, { once: true });
  let isFinished = false;
  try {
    await openCursor(client, { text: statement.text, values }, scope);
    const fetchBatch = () => fetchAhead(database, client, batchSize, signal);
    for (let batch = fetchBatch(); ; ) {
      signal?.throwIfAborted();
      const { rows } = await batch;
      signal?.throwIfAborted();
      const isLast = rows.length < batchSize;
      if (!isLast) batch = fetchBatch();
      if (rows.length > 0) yield rows as Row[];
      // Dead objects of the old generation would keep it until the next full collection: 100 MB.
      rows.length = 0;
      if (isLast) break;
    }
    await client.query('commit');
    isFinished = true;
  } catch (error) {
    failSpan(span, error);
    signal?.throwIfAborted();
    throw error;
  } finally {
    span.end();
    signal?.removeEventListener('abort', stop);
    // A cancellation may still be under way, and would hit the next user's statement.
    client.release(!isFinished || signal?.aborted);
  }
}

async function openCursor(
  client: PoolClient,
  { text, values }: { readonly text: string; readonly values: unknown[] },
  scope: RowScope | undefined,
): Promise<void> {
  // Every row will be read: without cursor_tuple_fraction the plan would favour the first tenth of them.
  const settings = ['set local cursor_tuple_fraction = 1', setScope(scope)];
  const further = settings.filter(Boolean).join('; ');
  await begin(client, 'isolation level repeatable read read only', further);
  await client.query(`declare streamed no scroll cursor for ${text}`, values);
}

function fetchAhead(
  database: Database,
  client: PoolClient,
  batchSize: number,
  signal: AbortSignal | undefined,
) {
  const fetch = { text: `fetch forward ${batchSize} from streamed`, types: valueTypes };
  const batch = fetchInSlot(database, async () => {
    signal?.throwIfAborted();
    return client.query<object>(fetch);
  });
  // Its error is thrown where the batch is awaited, if at all.
  batch.catch(() => undefined);
  return batch;
}

/** In batches inside a transaction, so that several statements are of one snapshot. A batch is empty once the next is asked for. */
export async function* streamWithin<Row>(
  { client }: Transaction,
  statement: Statement<Row>,
  parameters: Parameters = {},
  { batchSize = 1_000 }: Pick<StreamOptions, 'batchSize'> = {},
): AsyncGenerator<Row[]> {
  await client.query('set local cursor_tuple_fraction = 1');
  const values = bind(statement, parameters);
  await client.query(`declare streamed no scroll cursor for ${statement.text}`, values);
  const fetch = { text: `fetch forward ${batchSize} from streamed`, types: valueTypes };
  for (let isLast = false; !isLast; ) {
    const { rows } = await client.query<object>(fetch);
    isLast = rows.length < batchSize;
    if (rows.length > 0) yield rows as Row[];
    rows.length = 0;
  }
  await client.query('close streamed');
}
