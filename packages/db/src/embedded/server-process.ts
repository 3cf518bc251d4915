import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import type { Cluster } from './cluster';
import { type Binaries, runPostgresProgram } from './programs';

const PREFERRED_PORT = 54_329;

const NOT_DURABLE = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  'autovacuum=off',
  'io_method=sync',
].map(setting => `-c ${setting}`);

/** Returns the port in `postmaster.pid`, or null if its process is gone. */
export async function recordedPort(cluster: Cluster): Promise<number | null> {
  const record = await readFile(recordFile(cluster), 'utf8').catch(() => '');
  const [pid, , , port] = record.split('\n').map(Number);
  return pid && port && isAlive(pid) ? port : null;
}

/** Starts the server and returns its port, which is the preferred one if available. */
export async function startServer(
  binaries: Binaries,
  cluster: Cluster,
  durable: boolean,
): Promise<number> {
  // No server responds, so the file is stale, even if its process ID has been reused.
  await rm(recordFile(cluster), { force: true });
  const startOn = async (port: number) => {
    const options = [
      `-p ${port}`,
      '-c listen_addresses=127.0.0.1',
      '-c unix_socket_directories=',
      '-c max_connections=200',
      ...(durable ? [] : NOT_DURABLE),
    ];
    const log = `--log=${cluster.logFile}`;
    await pgCtl(binaries, cluster, 'start', log, `--options=${options.join(' ')}`);
    return port;
  };
  try {
    return await startOn(durable ? PREFERRED_PORT : await freePort());
  } catch {
    return startOn(await freePort()).catch((error: unknown) => {
      throw new Error(`${(error as Error).message} See ${cluster.logFile}.`);
    });
  }
}

export async function stopServer(binaries: Binaries, cluster: Cluster): Promise<void> {
  await pgCtl(binaries, cluster, 'stop', '--mode=fast');
}

function pgCtl({ folder, account }: Binaries, { directory }: Cluster, ...args: string[]) {
  const all = [...args, '--wait', `--pgdata=${directory}`];
  return runPostgresProgram(path.join(folder, 'pg_ctl'), all, account);
}

function recordFile({ directory }: Cluster): string {
  return path.join(directory, 'postmaster.pid');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}
