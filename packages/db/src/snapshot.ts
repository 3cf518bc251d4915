import type pLimit from 'p-limit';
import { ignore, takeConnection } from './connection';
import type { Database } from './database';
import { enterScope, type ReadOptions, type Transaction } from './query';

export interface SnapshotOptions extends ReadOptions {
  /** Milliseconds that an open connection may take to answer first; absent: as long as a statement. */
  readonly beginTimeout?: number | undefined;
}

/** A read-only transaction whose statements see one instant, until it is closed. */
export interface Snapshot extends Transaction {
  readonly fetching: pLimit.Limit;
  /** Gives the connection back; closes it where it may still be busy. A second call has no effect. */
  close(state: 'idle' | 'busy'): Promise<void>;
}

/** @throws DatabaseError; if the signal is aborted, its reason */
export async function openSnapshot(
  { pool, fetching }: Database,
  { scope, signal, beginTimeout }: SnapshotOptions = {},
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
      // Every row of a cursor will be read: without it the plan would favour the first tenth of them.
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
