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
  /** Milliseconds, for the server; the client waits a second longer. */
  readonly statementTimeout: number;
  readonly applicationName: string;
  /** Of connections that are lost while idle. */
  readonly log?: { warn(fields: object, message: string): void };
}

const CONNECT_TIMEOUT = 2_000;
/** The client's own limit: a database that hangs answers nothing at all. */
const CLIENT_GRACE = 1_000;

const pooled = new WeakSet<ClientBase>();

/**
 * Opens no connection yet. Behind a transaction pooler such as PgBouncer, recognized by the process id of the backend,
 * settings are made for each transaction (the next may be in another session) and statements have no names.
 */
export function createPool(options: PoolOptions): Pool {
  const settings: Settings = Object.entries({
    statement_timeout: options.statementTimeout,
    timezone: 'UTC',
    datestyle: 'ISO',
    // Compiling a report took longer (1.1 s) than running it (0.15 s).
    jit: 'off',
  });
  const pool = new Pool({
    Client: clientOf(options.url),
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: options.statementTimeout + CLIENT_GRACE,
    keepAlive: true,
    // The pool awaits it, which its types do not say.
    // eslint-disable-next-line @typescript-eslint/no-misused-promises
    onConnect: client => prepare(client, settings),
  });
  pool.on('error', error => options.log?.warn({ err: error }, 'idle database connection lost'));
  return pool;
}

/**
 * Reads the files that a URL names for each connection, since certificates are renewed. One that cannot be read is used
 * as it was: the pool connects where nobody would catch the error. @throws Error for a file that cannot be read at first
 */
function clientOf(url: string): new () => Client {
  let settings = parse(url);
  return class extends Client {
    constructor(config?: ClientConfig) {
      try {
        settings = parse(url);
      } catch {
        // Kept as they were.
      }
      super({ ...config, ...settings } as ClientConfig);
    }
  };
}

type Settings = readonly (readonly [name: string, value: string | number])[];

async function prepare(client: ClientBase, settings: Settings): Promise<void> {
  // The pool listens to idle connections only; an unhandled error event would end the process.
  client.on('error', ignore);
  const set = settings
    .map(([name, value]) => `set_config('${name}', '${value}', false)`)
    .join(', ');
  const setup = {
    text: `select ${set} where pg_backend_pid() = ${(client as ClientBase & Backend).processID}`,
    query_timeout: CONNECT_TIMEOUT,
  };
  const { rowCount } = await client.query(setup);
  if (rowCount === 0) prepareTransactions(client, settings);
}

/** Every transaction, also Prisma's, begins with the settings. */
function prepareTransactions(client: ClientBase, settings: Settings): void {
  pooled.add(client);
  const setLocal = settings.map(([name, value]) => `set local ${name} = '${value}'`).join('; ');
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((config: QueryConfig | string, ...rest: unknown[]) =>
    typeof config === 'object' && /^begin\b/i.test(config.text)
      ? // Without values, which several statements cannot have.
        query({ ...config, text: `${config.text}; ${setLocal}`, values: undefined })
      : query(config, ...rest)) as typeof client.query;
}

export function ignore(): void {
  return; // The statement that fails reports it.
}

export function isPooled(client: PoolClient): boolean {
  return pooled.has(client);
}

/** An abort of the signal cancels the statement that runs. @throws the signal's reason; an error of the database */
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
    // A late cancellation would hit the next user's statement.
    client.release(isBroken || isOpen || signal?.aborted);
  };
  if (signal?.aborted) release(true);
  signal?.throwIfAborted();
  return { client, release };
}

/** An abort of the signal cancels the statement that runs. @throws what `work` throws, or the signal's reason */
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

/** `begin` is SQL, of one round trip. @throws what `work` throws, after a rollback where the connection works */
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

const CANCEL_TIMEOUT = 2_000;

/** What the types of node-postgres lack. */
interface Backend {
  readonly processID: number;
  readonly secretKey: number;
}

interface CancelConnection {
  readonly ssl: unknown;
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/** By a CancelRequest over another connection. Where it fails, the statement timeout ends the statement. */
function cancel(busy: PoolClient): void {
  const { host, port, ssl, processID, secretKey } = busy as unknown as Client & Backend;
  const connection = new Connection({ ssl }) as Connection & CancelConnection;
  const timer = setTimeout(() => connection.stream.destroy(), CANCEL_TIMEOUT);
  connection.stream.once('close', () => clearTimeout(timer));
  const send = () => connection.cancel(processID, secretKey);
  connection.on('connect', () => (connection.ssl ? connection.requestSsl() : send()));
  connection.on('sslconnect', send);
  connection.on('error', ignore);
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
