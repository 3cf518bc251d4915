import { Client, type Pool, type PoolClient } from 'pg';
import { isDatabaseUnavailable } from './errors';

const CANCEL_TIMEOUT = 2_000;

/**
 * Lends a connection of the pool to `work`. One that broke or ran out of time may hold an unread answer:
 * it is closed. One whose statement was merely wrong goes back. An abort of the signal cancels the statement
 * that runs.
 * @throws whatever `work` throws; where the signal is aborted, its reason
 */
export async function withConnection<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  signal?.throwIfAborted();
  const client = await acquire(pool);
  const stop = () => void cancel(pool, client);
  signal?.addEventListener('abort', stop, { once: true });
  let isBroken = false;
  try {
    signal?.throwIfAborted();
    return await work(client);
  } catch (error) {
    isBroken = isDatabaseUnavailable(error);
    // What an abort broke is an abort.
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    // A cancellation may still be on its way, and would hit the next borrower's statement.
    release(client, { isBroken: isBroken || signal?.aborted });
  }
}

/** A connection of the pool; whoever borrows it gives it back. */
export async function acquire(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect();
  // The pool listens to idle connections only. Without a listener, one that breaks between two
  // statements of a transaction would end the process; as it is, the next statement fails.
  client.on('error', ignore);
  return client;
}

/** Ends a `borrow`. A broken connection is closed, any other is there for the next borrower. */
export function release(client: PoolClient, { isBroken = false } = {}): void {
  client.release(isBroken);
  client.removeListener('error', ignore);
}

/**
 * Ends what the backend of a borrowed connection is doing. One that is busy does not look at its
 * connection, so another connection tells it: a new one, since all of the pool may be as busy.
 */
export async function cancel(pool: Pool, busy: PoolClient): Promise<void> {
  const { processID } = busy as PoolClient & { readonly processID: number };
  const client = new Client({
    connectionString: pool.options.connectionString,
    application_name: 'cancel',
    connectionTimeoutMillis: CANCEL_TIMEOUT,
    query_timeout: CANCEL_TIMEOUT,
  });
  client.on('error', ignore);
  try {
    await client.connect();
    await client.query('select pg_cancel_backend($1)', [processID]);
  } catch {
    // Out of reach: the statement timeout ends it in its time.
  } finally {
    await client.end().catch(ignore);
  }
}

/** For what is told again by the statement that fails. */
function ignore(): void {
  return;
}
