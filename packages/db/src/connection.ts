import {
  Client,
  type ClientBase,
  type ClientConfig,
  Connection,
  Pool,
  type PoolClient,
  type QueryConfig,
} from 'pg';
import { parse } from 'pg-connection-string';
import { breaksConnection, connectionFailed } from './errors';

export interface PoolOptions {
  readonly url: string;
  readonly poolSize: number;
  /** In milliseconds. Enforced by the server; the client allows one second more. */
  readonly statementTimeout: number;
  readonly applicationName: string;
  readonly log?: { debug(fields: object, message: string): void };
}

const CONNECT_TIMEOUT_MS = 2_000;
/** A hung server cannot enforce its own timeout, so the client has one, too. */
const CLIENT_GRACE_MS = 1_000;

const pooled = new WeakSet<ClientBase>();

/**
 * Creates a pool without connecting. Behind a transaction pooler such as PgBouncer (detected by comparing backend process
 * IDs), settings are applied per transaction, since the next may run in a different session, and statements are unnamed.
 */
export function createPool(options: PoolOptions): Pool {
  const settings: Settings = Object.entries({
    statement_timeout: options.statementTimeout,
    timezone: 'UTC',
    datestyle: 'ISO',
    // JIT-compiling a report took longer (1.1 s) than running it (0.15 s).
    jit: 'off',
  });
  const pool = new Pool({
    Client: clientOf(options.url),
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: options.statementTimeout + CLIENT_GRACE_MS,
    keepAlive: true,
    // The pool awaits the promise, although its types do not say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: client => prepare(client, settings),
  });
  // What needs the database logs an outage once.
  pool.on('error', error => options.log?.debug({ err: error }, 'idle database connection lost'));
  return pool;
}

/**
 * Rereads the certificate files in the URL for each connection, so that renewals take effect. If rereading fails, keeps
 * the previous ones, because nothing would catch the error. @throws Error if a file cannot be read initially
 */
function clientOf(url: string): new () => Client {
  let settings = parse(url);
  return class extends Client {
    constructor(config?: ClientConfig) {
      try {
        settings = parse(url);
      } catch {
        // Keep the previous settings.
      }
      super({ ...config, ...settings } as ClientConfig);
    }
  };
}

type Settings = readonly (readonly [name: string, value: string | number])[];

async function prepare(client: ClientBase, settings: Settings): Promise<void> {
  // The pool handles errors of idle connections only; an unhandled error event would end the process.
  client.on('error', ignore);
  const set = settings
    .map(([name, value]) => `set_config('${name}', '${value}', false)`)
    .join(', ');
  const setup = {
    text: `select ${set} where pg_backend_pid() = ${(client as ClientBase & Backend).processID}`,
    query_timeout: CONNECT_TIMEOUT_MS,
  };
  const { rowCount } = await client.query(setup);
  if (rowCount === 0) prepareTransactions(client, settings);
}

/** Applies the settings at the start of every transaction, including Prisma's. */
function prepareTransactions(client: ClientBase, settings: Settings): void {
  pooled.add(client);
  const setLocal = settings.map(([name, value]) => `set local ${name} = '${value}'`).join('; ');
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((config: QueryConfig | string, ...rest: unknown[]) =>
    typeof config === 'object' && /^begin\b/i.test(config.text)
      ? // Multiple statements cannot have values.
        query({ ...config, text: `${config.text}; ${setLocal}`, values: undefined })
      : query(config, ...rest)) as typeof client.query;
}

/** The failing statement reports the error. */
export const ignore = () => undefined;

export function isPooled(client: PoolClient): boolean {
  return pooled.has(client);
}

/** Aborting the signal cancels the running statement. @throws the signal's reason; DatabaseError */
export async function takeConnection(pool: Pool, signal?: AbortSignal) {
  signal?.throwIfAborted();
  const client = await pool.connect().catch((error: unknown) => {
    throw connectionFailed(error);
  });
  const stop = () => cancel(client);
  signal?.addEventListener('abort', stop, { once: true });
  const release = (isBroken: boolean) => {
    signal?.removeEventListener('abort', stop);
    const isOpen = client.getTransactionStatus() !== 'I';
    // A late cancellation could hit the next user's statement.
    client.release(isBroken || isOpen || signal?.aborted);
  };
  if (signal?.aborted) release(true);
  signal?.throwIfAborted();
  return { client, release };
}

/** Aborting the signal cancels the running statement. @throws the error from `work`, or the signal's reason */
export async function withConnection<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const { client, release } = await takeConnection(pool, signal);
  let isBroken = false;
  try {
    return await work(client);
  } catch (error) {
    isBroken = breaksConnection(error);
    signal?.throwIfAborted();
    throw error;
  } finally {
    release(isBroken);
  }
}

export function withStatementConnection<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  return withConnection(pool, client =>
    isPooled(client) ? inTransaction(client, () => work(client)) : work(client),
  );
}

/** `begin` is SQL sent in one round trip. @throws the error from `work`, after a rollback if the connection is usable */
export async function inTransaction<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
  begin = 'begin',
): Promise<Result> {
  try {
    await client.query({ text: begin });
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    if (!breaksConnection(error)) await client.query('rollback').catch(ignore);
    throw error;
  }
}

const CANCEL_TIMEOUT_MS = 2_000;

/** Missing from the types of node-postgres. */
interface Backend {
  readonly processID: number | null;
  readonly secretKey: number;
}

interface CancelConnection {
  readonly ssl: unknown;
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/** Cancels the running statement and breaks the connection, also of a server that does not respond. */
export function abandon(client: Client): void {
  cancel(client);
  breakOff(client);
}

function breakOff(client: ClientBase): void {
  (client as unknown as { readonly connection: Connection }).connection.stream.destroy();
}

/** Sends a CancelRequest. Without a response, breaks the connection: statements of jobs may run for hours. */
function cancel(busy: ClientBase): void {
  const { host, port, ssl, processID, secretKey } = busy as unknown as Client & Backend;
  if (processID === null) return;
  const connection = new Connection({ ssl }) as Connection & CancelConnection;
  const timer = setTimeout(() => {
    connection.stream.destroy();
    breakOff(busy);
  }, CANCEL_TIMEOUT_MS);
  connection.stream.once('close', () => clearTimeout(timer));
  const send = () => connection.cancel(processID, secretKey);
  connection.on('connect', () => (connection.ssl ? connection.requestSsl() : send()));
  connection.on('sslconnect', send);
  connection.on('error', ignore);
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
