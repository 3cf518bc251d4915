import type { PoolClient } from 'pg';
import { withConnection } from './connection';
import type { Database } from './database';
import { bind, type Parameters, type Statement } from './statement';
import { traceStatement } from './trace-statement';
import { valueTypes } from './value-types';

/** A connection inside a transaction; only `run` knows what it is. */
export interface Transaction {
  readonly client: PoolClient;
}

/**
 * Runs a statement, on its own or inside a transaction. The one place where raw SQL runs to its end;
 * rows too many to hold come from `stream`.
 * @throws Error naming parameters that are missing or unused; DatabaseError
 */
export async function query<Row>(
  on: Database | Transaction,
  statement: Statement<Row>,
  parameters: Parameters = {},
): Promise<Row[]> {
  const { name, text } = statement;
  const query = { name, text, values: bind(statement, parameters), types: valueTypes };
  const execute = async (client: PoolClient) => (await client.query(query)).rows as Row[];
  return traceStatement(statement, () =>
    'client' in on ? execute(on.client) : withConnection(on.pool, execute),
  );
}
