import {
  INVALID_SPAN_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { escapeIdentifier, escapeLiteral, type PoolClient, type QueryResult } from 'pg';
import { inTransaction, isPooled, withConnection, withStatementConnection } from './connection';
import type { Database } from './database';
import { isConflict, isUniqueViolation, violatedForeignKey } from './errors';
import { bind, type Parameters, type Statement, valueTypes } from './statement';

const tracer = trace.getTracer('@platform/db');

export interface Transaction {
  readonly client: PoolClient;
  /** Aborting it cancels the running statement, prevents further ones, and rolls back. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs a statement, optionally in a transaction. @throws Error naming missing or unused parameters; DatabaseError */
export async function query<Row>(
  target: Database | Transaction,
  statement: Statement<Row>,
  parameters: Parameters = {},
): Promise<Row[]> {
  return (await run(target, statement, parameters)).rows as Row[];
}

/** Runs a statement that ends with a change. Returns the number of rows that it changes. @throws as `query` does */
export async function execute(
  target: Database | Transaction,
  statement: Statement<unknown>,
  parameters: Parameters = {},
): Promise<number> {
  return (await run(target, statement, parameters)).rowCount!;
}

async function run(
  target: Database | Transaction,
  statement: Statement<unknown>,
  parameters: Parameters,
): Promise<QueryResult> {
  const { name, text } = statement;
  const config = { text, values: bind(statement, parameters), types: valueTypes };
  const send = (client: PoolClient): Promise<QueryResult> =>
    client.query(isPooled(client) ? config : { ...config, name });
  const span = startStatementSpan(statement);
  try {
    if (!('client' in target)) return await withStatementConnection(target.pool, send);
    target.signal?.throwIfAborted();
    return await send(target.client);
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Starts a span named after the statement's file, without its text and parameters, which contain personal data. A trace
 * begins at a request or a job: a statement outside both has none.
 */
export function startStatementSpan({ name }: Statement<unknown>): Span {
  if (!trace.getActiveSpan()) return trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
  return tracer.startSpan(name.replace(/-[0-9a-f]{8}$/, ''), {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql' },
  });
}

/** Records only the error code, since the message may quote values. */
export function failSpan(span: Span, error: unknown): void {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') span.setAttribute('error.type', code);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns the names of the columns that a statement selects, without reading rows. */
export async function columnNames(
  { client }: Transaction,
  statement: Statement<object>,
  parameters: Parameters,
): Promise<string[]> {
  const values = bind(statement, parameters);
  const text = `select * from (\n${statement.text}\n) as selected limit 0`;
  return (await client.query(text, values)).fields.map(({ name }) => name);
}

/** Runs SQL supplied by a library, such as the job queue. @throws DatabaseError */
export async function runLibrarySql(
  target: Database | Transaction,
  text: string,
  values?: unknown[],
): Promise<{ rows: Record<string, unknown>[] }> {
  if (!('client' in target))
    return withConnection(target.pool, client => client.query(text, values));
  target.signal?.throwIfAborted();
  return target.client.query(text, values);
}

/** Repeats `step`, so that locks are short, until it handles fewer than `min` rows. Returns the total. */
export async function inSlices(
  step: () => Promise<number>,
  signal?: AbortSignal,
  min = 1,
): Promise<number> {
  let total = 0;
  for (;;) {
    const handled = await step();
    total += handled;
    if (handled < min) return total;
    signal?.throwIfAborted();
  }
}

/** A role subject to row-level security, with the settings that its policies check. */
export interface RowScope {
  readonly role: string;
  readonly settings: Readonly<Record<string, number | string>>;
}

export interface ReadOptions {
  readonly scope?: RowScope | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TransactionOptions extends ReadOptions {
  readonly isolation?: 'read committed' | 'repeatable read';
  readonly isReadOnly?: boolean;
}

/** @throws the error from `work`; if the signal is aborted, its reason */
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

/** Retries once after a deadlock, or a violation of a unique or foreign key. A rollback must undo everything that `run` does. */
export async function retryConflict<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (isConflict(error) || isUniqueViolation(error) || violatedForeignKey(error)) return run();
    throw error;
  }
}

/** Returns the statements that enter a scope; they are sent in the same round trip as `begin`. */
export function enterScope(scope: RowScope | undefined): string[] {
  if (!scope) return [];
  const settings = Object.entries(scope.settings).map(
    ([name, value]) =>
      `set local ${name.split('.').map(escapeIdentifier).join('.')} = ${escapeLiteral(String(value))}`,
  );
  // Behind a pooler, pg_dump may have used the connection and turned row security off.
  const role = `set local role ${escapeIdentifier(scope.role)}`;
  return ['set local row_security = on', role, ...settings];
}
