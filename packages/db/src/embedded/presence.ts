import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Cluster } from './cluster';

export const DATABASE = 'services';

const APPLICATION_NAME = 'presence';

/** How long crash recovery may take. */
const RECOVERY_TIMEOUT_MS = 60_000;

/** How long connections may outlive their process. */
const DISCONNECT_TIMEOUT_MS = 1_000;

const CANNOT_CONNECT_NOW = '57P03';

/** Nothing is listening, or PostgreSQL rejects the password or the user. */
const NOT_OURS = /^(ECONNREFUSED|28P01|28000)$/;
/** A foreign program rejecting the protocol, or the cluster restarting after a crash. */
const RESET = /^(ECONNRESET|Connection terminated unexpectedly)$/;
const RESTART_TIMEOUT_MS = 2_000;

/** Registers this process as a user of the cluster's server by a connection; null if `port` has another server. */
export async function join(cluster: Cluster, port: number): Promise<Client | null> {
  const start = Date.now();
  for (;;) {
    try {
      return await connect(cluster, port);
    } catch (cause) {
      const { code, message } = cause as Error & { readonly code?: string };
      const isReset = RESET.test(code ?? message);
      const waited = Date.now() - start;
      if (NOT_OURS.test(code ?? '') || (isReset && waited > RESTART_TIMEOUT_MS)) return null;
      if (!isReset && (code !== CANNOT_CONNECT_NOW || waited > RECOVERY_TIMEOUT_MS)) {
        throw new Error(
          `The embedded PostgreSQL server does not accept connections on port ${port}; see ${cluster.logFile}:`,
          { cause },
        );
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
  // Stopping the server externally must not end this process.
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

/** Whether no other process uses the server; false if the server has stopped. */
export async function isLastProcess(presence: Client): Promise<boolean> {
  const deadline = Date.now() + DISCONNECT_TIMEOUT_MS;
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
