import { lend } from './connection';
import type { Database } from './database';
import { isDatabaseUnavailable } from './errors';
import { enter, type RowScope } from './row-scope';
import type { Transaction } from './run';

export interface TransactionOptions {
  /** Read committed unless said: a statement sees what was committed before it began. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readonly isReadOnly?: boolean;
  /** The rows that may be seen; absent, all of them. */
  readonly scope?: RowScope;
}

/** Does `work` in one transaction: committed when it resolves, rolled back when it throws. */
export function transaction<Result>(
  { pool }: Database,
  work: (tx: Transaction) => Promise<Result>,
  { isolation = 'read committed', isReadOnly = false, scope }: TransactionOptions = {},
): Promise<Result> {
  return lend(pool, async client => {
    const mode = `isolation level ${isolation} read ${isReadOnly ? 'only' : 'write'}`;
    try {
      await client.query(`begin ${mode}; ${enter(scope)}`);
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
