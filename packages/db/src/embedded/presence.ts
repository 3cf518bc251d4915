import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Cluster } from './cluster';

export const DATABASE = 'services';

const APPLICATION_NAME = 'presence';

/** Milliseconds that a server may take to recover from a crash. */
const RECOVERY = 60_000;

/** Milliseconds that the connections of a process may outlive it. */
const DISCONNECT_TIMEOUT = 1_000;

const CANNOT_CONNECT_NOW = '57P03';

/** Nothing listens, or PostgreSQL refuses the password or the user. */
const NOT_OURS = /^(ECONNREFUSED|28P01|28000)$/;
/** Another program ends what it does not understand; the cluster does so while it restarts after a crash. */
const CUT = /^(ECONNRESET|Connection terminated unexpectedly)$/;
const RESTART = 2_000;

/**
 * Counts this process among the server's users; null where none listens on `port`, or another one.
 * @throws Error where it may be the cluster's own, such as one that does not answer
 */
export async function enter(cluster: Cluster, port: number): Promise<Client | null> {
  const start = Date.now();
  for (;;) {
    try {
      return await connect(cluster, port);
    } catch (cause) {
      const { code, message } = cause as Error & { readonly code?: string };
      const isCut = CUT.test(code ?? message);
      const waited = Date.now() - start;
      if (NOT_OURS.test(code ?? '') || (isCut && waited > RESTART)) return null;
      if (!isCut && (code !== CANNOT_CONNECT_NOW || waited > RECOVERY)) {
        const refusal = `The embedded PostgreSQL takes no connection on port ${port}; see ${cluster.logFile}:`;
        throw new Error(refusal, { cause });
      }
    }
    await wait(100);
  }
}

async function connect(cluster: Cluster, port: number): Promise<Client> {
  const client = new Client({
    connectionString: serverUrl(cluster, port, 'postgres'),
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // The server may be stopped by other means, which must not end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      DATABASE,
    ]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** Whether no other process uses the server; false for a server that has stopped. */
export async function isAlone(presence: Client): Promise<boolean> {
  const deadline = Date.now() + DISCONNECT_TIMEOUT;
  for (;;) {
    const { rows } = await presence
      .query<{ name: string }>(
        `select application_name as name
        from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      .catch(() => ({ rows: [{ name: APPLICATION_NAME }] }));
    if (rows.length === 0) return true;
    if (rows.some(({ name }) => name === APPLICATION_NAME) || Date.now() > deadline) return false;
    await wait(50);
  }
}

export function serverUrl({ password }: Cluster, port: number, database: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
}
