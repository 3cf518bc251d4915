import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { type Binaries, runBinary } from './binaries';

/** The data of one embedded server, and what its connections need to know. */
export interface Cluster {
  readonly directory: string;
  readonly logFile: string;
  readonly password: string;
}

const PREFERRED_PORT = 54_329;

/** The cluster in `directory`; made there if there is none. A half-made one, left by a kill, is made anew. */
export async function findOrMakeCluster(binaries: Binaries, directory: string): Promise<Cluster> {
  const passwordFile = path.join(directory, 'password');
  const cluster = (password: string): Cluster => ({
    directory: path.join(directory, 'data'),
    logFile: path.join(directory, 'server.log'),
    password,
  });
  const kept = await readFile(passwordFile, 'utf8').catch(() => null);
  if (kept !== null) return cluster(kept);

  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  const draftPassword = path.join(draft, 'password');
  await writeFile(draftPassword, password, { mode: 0o600 });
  if (binaries.user) {
    for (const file of [draft, draftPassword])
      await chown(file, binaries.user.uid, binaries.user.gid);
  }
  await runBinary(binaries, binaries.initdb, [
    `--pgdata=${path.join(draft, 'data')}`,
    '--username=postgres',
    `--pwfile=${draftPassword}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ]);
  // The rename is what makes it whole.
  await rename(draft, directory);
  return cluster(password);
}

/** Where the server of a cluster listens; null when none runs. `postmaster.pid` is its own record. */
export async function findRunningPort({ directory }: Cluster): Promise<number | null> {
  const record = await readFile(path.join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port] = record.split('\n').map(Number);
  return pid && port && isAlive(pid) ? port : null;
}

/** Starts the server and returns its port. Its log is in the cluster's folder. */
export async function startServer(
  binaries: Binaries,
  { directory, logFile }: Cluster,
  { isDurable }: { isDurable: boolean },
): Promise<number> {
  const port = await freePort();
  const options = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    '-c unix_socket_directories=',
    '-c max_connections=200',
    ...(isDurable ? [] : ['-c fsync=off', '-c synchronous_commit=off', '-c full_page_writes=off']),
  ].join(' ');
  await runBinary(binaries, binaries.pgCtl, [
    'start',
    '--wait',
    `--pgdata=${directory}`,
    `--log=${logFile}`,
    `--options=${options}`,
  ]);
  return port;
}

export async function stopServer(binaries: Binaries, { directory }: Cluster): Promise<void> {
  await runBinary(binaries, binaries.pgCtl, [
    'stop',
    '--wait',
    '--mode=fast',
    `--pgdata=${directory}`,
  ]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The preferred port if nobody has it, else any. */
async function freePort(): Promise<number> {
  return (await tryPort(PREFERRED_PORT)) ?? (await tryPort(0))!;
}

function tryPort(port: number): Promise<number | null> {
  return new Promise(resolve => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen(port, '127.0.0.1', () => {
      const { port: given } = probe.address() as { port: number };
      probe.close(() => resolve(given));
    });
  });
}
