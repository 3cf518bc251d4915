import type { PoolClient } from 'pg';
import { withConnection } from './connection';
import type { Database } from './database';
import { isDatabaseUnavailable } from './errors';
import type { Transaction } from './query';
import { type RowScope, setScope } from './row-scope';

export interface TransactionOptions {
  /** Read committed unless said: a statement sees what was committed before it began. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readonly isReadOnly?: boolean;
  /** The rows that may be seen; absent, all of them. */
  readonly scope?: RowScope;
  /** Aborting it cancels the statement that runs; the transaction is rolled back. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does `work` in one transaction: committed when it resolves, rolled back when it throws.
 * @throws whatever `work` throws; where the signal is aborted, its reason
 */
export function transaction<Result>(
  { pool }: Database,
  work: (tx: Transaction) => Promise<Result>,
  { isolation = 'read committed', isReadOnly = false, scope, signal }: TransactionOptions = {},
): Promise<Result> {
  const workOn = async (client: PoolClient) => {
    const mode = `isolation level ${isolation} read ${isReadOnly ? 'only' : 'write'}`;
    try {
      await client.query(`begin ${mode}; ${setScope(scope)}`);
      // A cancellation that finds no statement ends none: the first must not run.
      signal?.throwIfAborted();
      const result = await work({ client });
      await client.query('commit');
      return result;
    } catch (error) {
      // A connection that broke or is cancelled rolls back by itself, and does not go back to the pool.
      if (!signal?.aborted && !isDatabaseUnavailable(error)) await client.query('rollback');
      throw error;
    }
  };
  return withConnection(pool, workOn, signal);
}
