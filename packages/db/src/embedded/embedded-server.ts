import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { lock } from 'proper-lockfile';
import { type Binaries, findBinaries } from './binaries';
import {
  type Cluster,
  findOrMakeCluster,
  findRunningPort,
  startServer,
  stopServer,
} from './cluster';

export interface EmbeddedServer {
  readonly url: string;
  /** Leaves the server; whoever leaves last stops it. */
  close(): Promise<void>;
}

const DATABASE = 'services';

/**
 * A real PostgreSQL whose data is in `dataDir`, started if nobody runs it, shared by every process that
 * opens it. Each holds one connection for as long as it uses the server, so the last one out knows that
 * it is the last, and a server that a killed process left behind is used again and stopped in its turn.
 *
 * @throws Error, in a sentence that says to set DATABASE_URL, where it cannot run
 */
export async function openEmbeddedServer(
  dataDir: string,
  { isDurable = true } = {},
): Promise<EmbeddedServer> {
  const binaries = await findBinaries();
  const directory = path.resolve(dataDir, 'postgres');
  await mkdir(path.dirname(directory), { recursive: true });

  const { cluster, presence, url } = await exclusively(directory, async () => {
    const found = await findOrMakeCluster(binaries, directory);
    return { cluster: found, ...(await join(binaries, found, isDurable)) };
  });
  return {
    url,
    close: () =>
      exclusively(directory, async () => {
        const isLast = await isAlone(presence);
        await presence.end().catch(() => undefined);
        if (isLast) await stopServer(binaries, cluster);
      }),
  };
}

/** Connects to the running server, or to the one it starts. */
async function join(
  binaries: Binaries,
  cluster: Cluster,
  isDurable: boolean,
): Promise<{ presence: Client; url: string }> {
  const running = await findRunningPort(cluster);
  const presence = running === null ? null : await enter(cluster, running);
  if (running !== null && presence) return { presence, url: serverUrl(cluster, running, DATABASE) };

  // What postmaster.pid names is another program by now, and no server answers: one is started.
  const port = await startServer(binaries, cluster, { isDurable });
  const entered = await enter(cluster, port);
  if (!entered) throw new Error(`The embedded PostgreSQL does not answer; see ${cluster.logFile}.`);
  return { presence: entered, url: serverUrl(cluster, port, DATABASE) };
}

/** The connection that says "I am here"; null when no server of this cluster answers. */
async function enter(cluster: Cluster, port: number): Promise<Client | null> {
  const client = new Client({
    connectionString: serverUrl(cluster, port, 'postgres'),
    application_name: 'presence',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // The server may be stopped by other means; that must not end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rows.length === 0) await client.query(`create database ${DATABASE}`);
    return client;
  } catch {
    await client.end().catch(() => undefined);
    return null;
  }
}

/** Whether nobody else is connected; a server that is gone has nobody to stop it for. */
async function isAlone(presence: Client): Promise<boolean> {
  try {
    const { rows } = await presence.query<{ others: number }>(
      `select count(*)::integer as others
      from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.others === 0;
  } catch {
    return false;
  }
}

function serverUrl({ password }: Cluster, port: number, database: string): string {
  return `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
}

/** One process at a time decides who starts and who stops; a lock whose holder died goes stale. */
async function exclusively<Result>(target: string, work: () => Promise<Result>): Promise<Result> {
  const release = await lock(target, {
    realpath: false,
    lockfilePath: `${target}.lock`,
    stale: 10_000,
    retries: { forever: true, minTimeout: 50, maxTimeout: 250, factor: 1.5 },
  });
  try {
    return await work();
  } finally {
    await release();
  }
}
