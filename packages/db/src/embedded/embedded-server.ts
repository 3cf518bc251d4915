import type { Client } from 'pg';
import { lock } from 'proper-lockfile';
import { type Binaries, findBinaries } from './binaries';
import { type Cluster, findOrMakeCluster } from './cluster';
import { clusterFolder } from './folders';
import { DATABASE, enter, isAlone, serverUrl } from './presence';
import { recordedPort, startServer, stopServer } from './server-process';

export interface EmbeddedServer {
  readonly url: string;
  /** Where its data are: below `dataDir` unless only root may enter that. */
  readonly directory: string;
  /** Leaves the server; the last process stops it. Close your own connections first. */
  close(): Promise<void>;
}

export interface EmbeddedServerOptions {
  /** False for data that may be lost when the machine crashes: tests. */
  readonly durable?: boolean;
}

/**
 * A PostgreSQL whose data is in `dataDir`, started if need be; the last process that uses it stops it.
 * @throws Error, in a sentence that says to set DATABASE_URL, where it cannot run
 */
export async function openEmbeddedServer(
  dataDir: string,
  { durable = true }: EmbeddedServerOptions = {},
): Promise<EmbeddedServer> {
  const binaries = await findBinaries();
  const directory = await clusterFolder(dataDir, binaries.account);

  return exclusively(directory, async () => {
    const cluster = await findOrMakeCluster(binaries, directory);
    const presence = await enterServer(binaries, cluster, { durable });
    let closed: Promise<void> | undefined;
    return {
      url: serverUrl(cluster, presence.port, DATABASE),
      directory,
      close: () => (closed ??= exclusively(directory, () => leave(binaries, cluster, presence))),
    };
  });
}

async function enterServer(
  binaries: Binaries,
  cluster: Cluster,
  options: { readonly durable: boolean },
): Promise<Client> {
  const running = await recordedPort(cluster);
  const entered = running === null ? null : await enter(cluster, running);
  if (entered) return entered;
  const presence = await enter(cluster, await startServer(binaries, cluster, options));
  if (presence) return presence;
  throw new Error(`The embedded PostgreSQL does not answer; see ${cluster.logFile}.`);
}

async function leave(binaries: Binaries, cluster: Cluster, presence: Client): Promise<void> {
  const isLast = await isAlone(presence);
  await presence.end().catch(() => undefined);
  if (isLast) await stopServer(binaries, cluster);
}

/** Runs `work` in one process at a time. The lock of a process that died expires after 10 s. */
async function exclusively<Result>(target: string, work: () => Promise<Result>): Promise<Result> {
  const release = await lock(target, {
    realpath: false,
    lockfilePath: `${target}.lock`,
    stale: 10_000,
    retries: { forever: true, minTimeout: 50, maxTimeout: 250, factor: 1.5 },
    // By default an uncaught exception. A machine that slept has lost the lock, but can still finish.
    onCompromised: () => undefined,
  });
  try {
    return await work();
  } finally {
    await release().catch(() => undefined);
  }
}
