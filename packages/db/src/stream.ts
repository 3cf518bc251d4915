import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type pLimit from 'p-limit';
import { ignore, takeConnection } from './connection';
import type { Database } from './database';
import {
  enterScope,
  failSpan,
  type ReadOptions,
  startStatementSpan,
  type Transaction,
} from './query';
import { bind, type Parameters, type Statement, valueTypes } from './statement';

export interface SnapshotOptions extends ReadOptions {
  /** Max milliseconds for `begin` to complete; defaults to the statement timeout. */
  readonly beginTimeout?: number | undefined;
}

/** A read-only transaction whose statements all see the same snapshot; to be closed. */
export interface Snapshot extends Transaction {
  readonly fetching: pLimit.Limit;
  /** Releases the connection, or closes it if it may still be busy. Calling it again has no effect. */
  close(state: 'idle' | 'busy'): Promise<void>;
}

/** @throws DatabaseError; if the signal is aborted, its reason */
export async function openSnapshot(
  { pool, fetching }: Database,
  { scope, signal, beginTimeout }: SnapshotOptions,
): Promise<Snapshot> {
  const { client, release } = await takeConnection(pool, signal);
  let isOpen = true;
  const close = async (state: 'idle' | 'busy') => {
    if (!isOpen) return;
    isOpen = false;
    if (state === 'idle') await client.query('commit').catch(ignore);
    release(state === 'busy');
  };
  try {
    const statements = [
      'begin isolation level repeatable read read only',
      // Cursors are read to the end; by default, the planner optimizes for the first tenth.
      'set local cursor_tuple_fraction = 1',
      ...enterScope(scope),
    ];
    const begin = { text: statements.join('; '), query_timeout: beginTimeout };
    await client.query(begin);
    return { client, signal, fetching, close };
  } catch (error) {
    release(true);
    signal?.throwIfAborted();
    throw error;
  }
}

export interface StreamOptions extends Pick<ReadOptions, 'signal'> {
  readonly batchSize?: number | undefined;
}

const DEFAULT_BATCH_SIZE = 1_000;

/** Batches buffered for the reader: with only one, the database stalls when batch times vary. */
const PREFETCH_BATCHES = 3;

/** How long a fetch holds its slot: slow fetches must not block quick ones. */
const SLOT_TIMEOUT_MS = 250;

function fetchInSlot<Batch>({ fetching }: Snapshot, fetch: () => Promise<Batch>): Promise<Batch> {
  return new Promise((resolve, reject) => {
    void fetching(() => {
      const end = fetch().then(resolve, reject);
      return Promise.race([end, wait(SLOT_TIMEOUT_MS, undefined, { ref: false })]);
    });
  });
}

/**
 * Yields batches from one read-only snapshot, prefetching up to `PREFETCH_BATCHES`. The statement timeout applies to each
 * fetch. Each batch array is cleared when the next one is requested; copy what you keep. A pending generator cannot be
 * cancelled; if the reader may disconnect, pass a signal.
 */
export async function* stream<Row>(
  database: Database,
  statement: Statement<Row>,
  parameters: Parameters,
  { batchSize, signal }: StreamOptions = {},
): AsyncGenerator<Row[]> {
  const snapshot = await openSnapshot(database, { signal });
  yield* streamAndClose(snapshot, statement, parameters, { batchSize });
}

/** Like `stream`, as the last read from a snapshot, which it then closes. */
export async function* streamAndClose<Row>(
  snapshot: Snapshot,
  statement: Statement<Row>,
  parameters: Parameters,
  { batchSize = DEFAULT_BATCH_SIZE }: Pick<StreamOptions, 'batchSize'>,
): AsyncGenerator<Row[]> {
  const { signal } = snapshot;
  const span = startStatementSpan(statement);
  let state: 'idle' | 'busy' = 'busy';
  try {
    const fetch = await openCursor(snapshot, statement, parameters, batchSize);
    const batches = batchesOf(() => fetchInSlot(snapshot, fetch), batchSize);
    const prefetched: AsyncIterable<Row[]> = Readable.from(batches, {
      highWaterMark: PREFETCH_BATCHES,
    });
    for await (const rows of prefetched) {
      signal?.throwIfAborted();
      yield rows;
      // Otherwise dead old-generation objects retain the rows until the next full GC (100 MB).
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
 * Like `stream`, in the caller's transaction, so that several statements can share a snapshot. Consume each stream fully
 * before starting the next, because the cursor stays open until then.
 */
export async function* streamWithin<Row>(
  tx: Transaction,
  statement: Statement<Row>,
  parameters: Parameters,
): AsyncGenerator<Row[]> {
  await tx.client.query('set local cursor_tuple_fraction = 1');
  const fetch = await openCursor(tx, statement, parameters, DEFAULT_BATCH_SIZE);
  for await (const rows of batchesOf(fetch, DEFAULT_BATCH_SIZE)) {
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
