import type { PoolClient } from 'pg';
import type { Database } from './database';
import { isDatabaseUnavailable } from './errors';
import { bind, type Statement } from './statement';

/** A connection inside a transaction; only `run` knows what it is. */
export interface Transaction {
  readonly client: PoolClient;
}

export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Runs a statement, on its own or inside a transaction. The one place where raw SQL runs to its end;
 * rows too many to hold come from `stream`.
 * @throws Error naming parameters that are missing or unused; DatabaseError
 */
export async function run<Row>(
  on: Database | Transaction,
  statement: Statement<Row>,
  parameters: Parameters = {},
): Promise<Row[]> {
  const query = { name: statement.name, text: statement.text, values: bind(statement, parameters) };
  if ('client' in on) return (await on.client.query(query)).rows as Row[];
  return withConnection(on, async client => (await client.query(query)).rows as Row[]);
}

/**
 * Does `work` in one transaction: committed when it resolves, rolled back when it throws.
 * Isolation is READ COMMITTED, so a statement sees what was committed before it began.
 */
export function transaction<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return withConnection(db, async client => {
    await client.query('begin');
    try {
      const result = await work({ client });
      await client.query('commit');
      return result;
    } catch (error) {
      // A broken connection rolls back by itself, and is thrown away below.
      if (!isDatabaseUnavailable(error)) await client.query('rollback');
      throw error;
    }
  });
}

/** Lends a connection; one that broke or timed out may hold an unread answer and never goes back. */
async function withConnection<Result>(
  { pool }: Database,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(isDatabaseUnavailable(error));
    throw error;
  }
}
