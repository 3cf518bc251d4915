import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from './database';
import type { ReadOptions, Transaction } from './query';
import { openSnapshot, type Snapshot } from './snapshot';
import { bind, type Parameters, type Statement, valueTypes } from './statement';
import { failSpan, startStatementSpan } from './trace-statement';

export interface StreamOptions extends Pick<ReadOptions, 'signal'> {
  readonly batchSize?: number | undefined;
}

const ROWS_AT_ONCE = 1_000;

/** Batches that wait for the reader: with one, the database pauses wherever batches differ. */
const AHEAD = 3;

/** Milliseconds that a fetch holds its slot at most: slow fetches must not block quick ones. */
const SLOT_TIMEOUT = 250;

function fetchInSlot<Batch>({ fetching }: Snapshot, fetch: () => Promise<Batch>): Promise<Batch> {
  return new Promise((resolve, reject) => {
    void fetching(() => {
      const end = fetch().then(resolve, reject);
      return Promise.race([end, wait(SLOT_TIMEOUT, undefined, { ref: false })]);
    });
  });
}

/**
 * In batches, fetched up to `AHEAD` ahead, of one read-only snapshot; the statement timeout bounds each fetch. A batch is empty
 * once the next is asked for. A generator cannot be left while it waits: where the reader may go away, give a signal.
 */
export async function* stream<Row>(
  database: Database,
  statement: Statement<Row>,
  parameters: Parameters = {},
  { batchSize, signal }: StreamOptions = {},
): AsyncGenerator<Row[]> {
  const snapshot = await openSnapshot(database, { signal });
  yield* streamLast(snapshot, statement, parameters, { batchSize });
}

/** The same as the last that is read of a snapshot, which it closes. */
export async function* streamLast<Row>(
  snapshot: Snapshot,
  statement: Statement<Row>,
  parameters: Parameters = {},
  { batchSize = ROWS_AT_ONCE }: Pick<StreamOptions, 'batchSize'> = {},
): AsyncGenerator<Row[]> {
  const { signal } = snapshot;
  const span = startStatementSpan(statement);
  let state: 'idle' | 'busy' = 'busy';
  try {
    const fetch = await openCursor(snapshot, statement, parameters, batchSize);
    const batches = batchesOf(() => fetchInSlot(snapshot, fetch), batchSize);
    const ahead: AsyncIterable<Row[]> = Readable.from(batches, { highWaterMark: AHEAD });
    for await (const rows of ahead) {
      signal?.throwIfAborted();
      yield rows;
      // Dead objects of the old generation would keep it until the next full collection: 100 MB.
      rows.length = 0;
    }
    state = 'idle';
  } catch (error) {
    failSpan(span, error);
    signal?.throwIfAborted();
    throw error;
  } finally {
    span.end();
    await snapshot.close(state);
  }
}

/**
 * In batches inside a transaction, so that several statements are of one snapshot. A batch is empty once the next is
 * asked for. Read each to its end before the next one begins: the cursor stays open until then.
 */
export async function* streamWithin<Row>(
  tx: Transaction,
  statement: Statement<Row>,
  parameters: Parameters = {},
): AsyncGenerator<Row[]> {
  await tx.client.query('set local cursor_tuple_fraction = 1');
  const fetch = await openCursor(tx, statement, parameters, ROWS_AT_ONCE);
  for await (const rows of batchesOf(fetch, ROWS_AT_ONCE)) {
    yield rows;
    rows.length = 0;
  }
  await tx.client.query('close streamed');
}

async function openCursor<Row>(
  { client, signal }: Transaction,
  statement: Statement<Row>,
  parameters: Parameters,
  batchSize: number,
): Promise<() => Promise<Row[]>> {
  const values = bind(statement, parameters);
  signal?.throwIfAborted();
  await client.query(`declare streamed no scroll cursor for ${statement.text}`, values);
  const fetch = { text: `fetch forward ${batchSize} from streamed`, types: valueTypes };
  return async () => {
    signal?.throwIfAborted();
    return (await client.query(fetch)).rows as Row[];
  };
}

async function* batchesOf<Row>(
  fetch: () => Promise<Row[]>,
  batchSize: number,
): AsyncGenerator<Row[]> {
  for (let isLast = false; !isLast; ) {
    const rows = await fetch();
    isLast = rows.length < batchSize;
    if (rows.length > 0) yield rows;
  }
}
