import type pLimit from 'p-limit';
import { ignore, takeConnection } from './connection';
import type { Database } from './database';
import { enterScope, type ReadOptions, type Transaction } from './query';

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
