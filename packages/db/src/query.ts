import { escapeIdentifier, escapeLiteral, type PoolClient } from 'pg';
import { inTransaction, isPooled, withConnection, withStatementConnection } from './connection';
import type { Database } from './database';
import { isDeadlock, isUniqueViolation } from './errors';
import { bind, type Parameters, type Statement, valueTypes } from './statement';
import { traceStatement } from './trace-statement';

export interface Transaction {
  readonly client: PoolClient;
  /** An abort cancels the statement that runs; none begins after it. */
  readonly signal?: AbortSignal | undefined;
}

/** On its own or inside a transaction. @throws Error naming parameters that are missing or unused; DatabaseError */
export async function query<Row>(
  on: Database | Transaction,
  statement: Statement<Row>,
  parameters: Parameters = {},
): Promise<Row[]> {
  const values = bind(statement, parameters);
  const execute = async (client: PoolClient) => {
    if ('client' in on) on.signal?.throwIfAborted();
    const { name, text } = statement;
    const config = { text, values, types: valueTypes };
    const named = isPooled(client) ? config : { ...config, name };
    return (await client.query(named)).rows as Row[];
  };
  return traceStatement(statement, () =>
    'client' in on ? execute(on.client) : withStatementConnection(on.pool, execute),
  );
}

/** Runs the SQL of a library that brings its own, such as a job queue. @throws DatabaseError */
export async function runLibrarySql(
  on: Database | Transaction,
  text: string,
  values?: unknown[],
): Promise<{ rows: Record<string, unknown>[] }> {
  if (!('client' in on)) return withConnection(on.pool, client => client.query(text, values));
  on.signal?.throwIfAborted();
  return on.client.query(text, values);
}

/** A role that row-level security applies to, with the settings that its policies compare. */
export interface RowScope {
  readonly role: string;
  readonly settings: Readonly<Record<string, number | string>>;
}

export interface ReadOptions {
  readonly scope?: RowScope | undefined;
  /** Cancels the statement that runs, lets no other begin, and rolls back. */
  readonly signal?: AbortSignal | undefined;
}

export interface TransactionOptions extends ReadOptions {
  readonly isolation?: 'read committed' | 'repeatable read';
  readonly isReadOnly?: boolean;
}

/** @throws what `work` throws; if the signal is aborted, its reason */
export function transaction<Result>(
  { pool }: Database,
  work: (tx: Transaction) => Promise<Result>,
  { isolation = 'read committed', isReadOnly = false, scope, signal }: TransactionOptions = {},
): Promise<Result> {
  const mode = `isolation level ${isolation} read ${isReadOnly ? 'only' : 'write'}`;
  const begin = [`begin ${mode}`, ...enterScope(scope)].join('; ');
  return withConnection(
    pool,
    client => inTransaction(client, () => work({ client, signal }), begin),
    signal,
  );
}

/**
 * Runs a transaction once more where a concurrent one made it fail: by a deadlock, or by a unique key that it took first.
 * Everything that `run` does must be undone by a rollback.
 */
export async function retryConflict<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (isDeadlock(error) || isUniqueViolation(error)) return run();
    throw error;
  }
}

/** The statements that enter a scope, in the round trip that begins the transaction. */
export function enterScope(scope: RowScope | undefined): string[] {
  if (!scope) return [];
  const settings = Object.entries(scope.settings).map(
    ([name, value]) =>
      `set local ${name.split('.').map(escapeIdentifier).join('.')} = ${escapeLiteral(String(value))}`,
  );
  // Behind a pooler the connection may have been pg_dump's, which turns row security off.
  const role = `set local role ${escapeIdentifier(scope.role)}`;
  return ['set local row_security = on', role, ...settings];
}
