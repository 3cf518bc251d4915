import type { Client } from 'pg';
import { lock } from 'proper-lockfile';
import { type Cluster, ensureCluster } from './cluster';
import { DATABASE, isLastProcess, join, serverUrl } from './presence';
import { type Binaries, clusterFolder, findBinaries } from './programs';
import { recordedPort, startServer, stopServer } from './server-process';

export interface EmbeddedServer {
  readonly url: string;
  readonly directory: string;
  /** Close your own connections first. The last process to leave stops the server. */
  close(): Promise<void>;
}

/**
 * Joins the PostgreSQL server with its data in `dataDir`, starting it if necessary; the last process to leave stops it.
 * `durable` is false for tests, whose data may be lost if the machine crashes.
 * @throws Error suggesting DATABASE_URL if it cannot run
 */
export async function openEmbeddedServer(
  dataDir: string,
  { durable = true } = {},
): Promise<EmbeddedServer> {
  const binaries = await findBinaries();
  const directory = await clusterFolder(dataDir, binaries.account);

  return exclusively(directory, async () => {
    const cluster = await ensureCluster(binaries, directory);
    const presence = await joinServer(binaries, cluster, durable);
    let closed: Promise<void> | undefined;
    return {
      url: serverUrl(cluster, presence.port, DATABASE),
      directory,
      close: () => (closed ??= exclusively(directory, () => leave(binaries, cluster, presence))),
    };
  });
}

async function joinServer(binaries: Binaries, cluster: Cluster, durable: boolean): Promise<Client> {
  const running = await recordedPort(cluster);
  const joined = running === null ? null : await join(cluster, running);
  if (joined) return joined;
  const presence = await join(cluster, await startServer(binaries, cluster, durable));
  if (presence) return presence;
  throw new Error(`The embedded PostgreSQL server does not respond; see ${cluster.logFile}.`);
}

async function leave(binaries: Binaries, cluster: Cluster, presence: Client): Promise<void> {
  const isLast = await isLastProcess(presence);
  await presence.end().catch(() => undefined);
  if (isLast) await stopServer(binaries, cluster);
}

/** Runs `work` in one process at a time. */
async function exclusively<Result>(target: string, work: () => Promise<Result>): Promise<Result> {
  const release = await acquire(target);
  try {
    return await work();
  } finally {
    await release().catch(() => undefined);
  }
}

/** Waits for other processes, but not on permanent errors. The lock of a dead process expires after 10 s. */
async function acquire(target: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      return await lock(target, {
        realpath: false,
        lockfilePath: `${target}.lock`,
        stale: 10_000,
        // Windows can refuse to create a folder while it is being deleted.
        retries: { retries: 5, minTimeout: 50, maxTimeout: 250, factor: 1.5 },
        // Throws by default. After the machine slept the lock is lost, but the work can still finish.
        onCompromised: () => undefined,
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
    }
  }
}
