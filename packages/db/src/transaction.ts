import { lend } from './connection';
import type { Database } from './database';
import { isDatabaseUnavailable } from './errors';
import type { Transaction } from './run';

export interface TransactionOptions {
  /** Read committed unless said: a statement sees what was committed before it began. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readonly isReadOnly?: boolean;
}

/** Does `work` in one transaction: committed when it resolves, rolled back when it throws. */
export function transaction<Result>(
  { pool }: Database,
  work: (tx: Transaction) => Promise<Result>,
  { isolation = 'read committed', isReadOnly = false }: TransactionOptions = {},
): Promise<Result> {
  return lend(pool, async client => {
    await client.query(`begin isolation level ${isolation} read ${isReadOnly ? 'only' : 'write'}`);
    try {
      const result = await work({ client });
      await client.query('commit');
      return result;
    } catch (error) {
      // A connection that broke rolls back by itself, and does not go back to the pool.
      if (!isDatabaseUnavailable(error)) await client.query('rollback');
      throw error;
    }
  });
}
