import type pLimit from 'p-limit';
import { begin, takeConnection } from './connection';
import type { Database } from './database';
import { type ReadOptions, setScope, type Transaction } from './query';

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
    let isBroken = state === 'busy';
    if (!isBroken) await client.query('commit').catch(() => (isBroken = true));
    release(isBroken);
  };
  try {
    // Every row of a cursor will be read: without it the plan would favour the first tenth of them.
    const settings = ['set local cursor_tuple_fraction = 1', setScope(scope)];
    const further = settings.filter(Boolean).join('; ');
    await begin(client, 'isolation level repeatable read read only', further, beginTimeout);
    return { client, signal, fetching, close };
  } catch (error) {
    release(true);
    signal?.throwIfAborted();
    throw error;
  }
}
