import { setTimeout as wait } from 'node:timers/promises';
import { begin, cancel } from './connection';
import type { Database } from './database';
import { type RowScope, setScope } from './query';
import { bind, type Parameters, type Statement, valueTypes } from './statement';
import { failSpan, startStatementSpan } from './trace-statement';

export interface StreamOptions {
  readonly batchSize?: number;
  /** Aborting it ends the stream, and its query in the database. */
  readonly signal?: AbortSignal;
  /** The rows that may be seen; absent, all of them. */
  readonly scope?: RowScope;
}

/** Milliseconds that a fetch holds its slot at most: slow ones do not hold up quick ones. */
const SLOT_TIMEOUT = 250;

/** Waits for one of a few slots: twenty fetches at once would take the cores from everything else. */
function fetchInSlot<Batch>({ fetching }: Database, fetch: () => Promise<Batch>): Promise<Batch> {
  return new Promise((resolve, reject) => {
    void fetching(() => {
      const end = fetch().then(resolve, reject);
      return Promise.race([end, wait(SLOT_TIMEOUT, undefined, { ref: false })]);
    });
  });
}

/**
 * The rows of a statement in batches, fetched one ahead, in one read-only snapshot; the statement timeout
 * bounds each fetch. A batch is empty once the next is asked for. Leaving the loop or an abort ends the query
 * and closes the connection. A generator cannot be left while it waits: where the reader may go away, as a
 * client may, give a signal.
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
    // Every row will be read: without cursor_tuple_fraction the plan would favour the first tenth of them.
    const settings = ['set local cursor_tuple_fraction = 1', setScope(scope)];
    const further = settings.filter(Boolean).join('; ');
    await begin(client, 'isolation level repeatable read read only', further);
    await client.query(`declare streamed no scroll cursor for ${statement.text}`, values);
    const fetch = { text: `fetch forward ${batchSize} from streamed`, types: valueTypes };
    // The database prepares a batch while the reader works on the one before.
    const fetchBatch = () => {
      const batch = fetchInSlot(database, async () => {
        signal?.throwIfAborted();
        return client.query<object>(fetch);
      });
      // Its failure is thrown where it is awaited, if the reader is still there.
      batch.catch(() => undefined);
      return batch;
    };
    for (let batch = fetchBatch(); ; ) {
      signal?.throwIfAborted();
      const { rows } = await batch;
      signal?.throwIfAborted();
      const isLast = rows.length < batchSize;
      if (!isLast) batch = fetchBatch();
      if (rows.length > 0) yield rows as Row[];
      // Objects of the old generation that are no longer used may refer to this batch, and keep it, until the
      // next full collection: 100 MB of garbage.
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
