import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import type { Cleanup } from '../scratch/cleanup.js';
import { run } from '../scratch/programs.js';

const DEBIAN = '/usr/lib/postgresql';

/** A PostgreSQL server of the machine's own programs, in a temporary folder, that a drill may kill. */
export interface Cluster {
  readonly port: number;
  readonly folder: string;
  readonly url: string;
  /** Starts the server and waits until it answers. */
  start(): Promise<void>;
  /** Ends every process of the server with SIGKILL. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** The unaligned output of one statement. */
  query(sql: string, database?: string): Promise<string>;
}

/** Runs one of PostgreSQL's programs as the account that may own a server. */
export function postgres(program: string, args: string[]): Promise<string> {
  return run(path.join(programs(), program), args, account());
}

/** The unaligned output of one statement. */
export function psql(url: string, sql: string): Promise<string> {
  return postgres('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', '-c', sql, url]);
}

/** A server in a new folder, or in one that holds a server already (`isMade`). */
export async function createCluster(
  cleanup: Cleanup,
  { settings = {}, folder = newFolder(cleanup), isMade = false } = {},
): Promise<Cluster> {
  const port = await getPort();
  // With checksums, which pg_rewind needs.
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-k'];
  if (!isMade) await postgres('initdb', ['-D', folder, ...options]);
  let server: ChildProcess | undefined;

  const query = (sql: string, database = 'postgres') => psql(urlOf(port, database), sql);
  const isDown = () => server?.exitCode !== null || server.signalCode !== null;
  const cluster: Cluster = {
    port,
    folder,
    url: urlOf(port, 'postgres'),
    query,
    async start() {
      // A server that was killed keeps its shared memory until the last of its processes is gone.
      for (let attempt = 0; attempt < 600; attempt++) {
        if (isDown()) server = spawnServer(folder, port, settings);
        await wait(200);
        if ((await query('select 1').catch(() => null)) !== null) return;
      }
      throw new Error('PostgreSQL did not start within two minutes.');
    },
    async kill() {
      signalServer(server!.pid!, 'SIGKILL');
      while (!isDown()) await wait(20);
    },
    async stop() {
      if (isDown()) return;
      server!.kill('SIGINT');
      while (!isDown()) await wait(50);
    },
  };
  cleanup.add(() => cluster.stop());
  return cluster;
}

function spawnServer(folder: string, port: number, settings: object): ChildProcess {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(path.join(programs(), 'postgres'), ['-D', folder, '-p', String(port), ...args], {
    ...account(),
    stdio: 'ignore',
  });
}

/** A standby of a server that runs, not started yet. */
export async function createStandby(
  primary: Cluster,
  cleanup: Cleanup,
  settings: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const folder = newFolder(cleanup);
  await copyServer(primary, folder);
  return createCluster(cleanup, { settings, folder, isMade: true });
}

/** Fills a folder with a copy of a server that runs, to be started as its standby. */
export async function copyServer({ url }: Cluster, folder: string): Promise<void> {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
  await postgres('pg_basebackup', ['-D', folder, '-d', url, '-c', 'fast', '-X', 'stream', '-R']);
}

/** Sends a signal to every process of a server. */
export function signalServer(pid: number, signal: NodeJS.Signals): void {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  for (const id of [pid, ...stdout.split(/\s+/).filter(Boolean).map(Number)]) {
    try {
      process.kill(id, signal);
    } catch {
      // It has ended by itself.
    }
  }
}

export function newFolder(cleanup: Cleanup): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'drill-'));
  const { uid, gid } = account();
  const folder = path.join(parent, 'data');
  mkdirSync(folder, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) {
    chownSync(parent, uid, gid);
    chownSync(folder, uid, gid);
  }
  cleanup.add(() => rmSync(parent, { recursive: true, force: true }));
  return folder;
}

export function urlOf(port: number, database: string): string {
  return `postgresql://postgres@127.0.0.1:${port}/${database}`;
}

/** The folder of PostgreSQL's programs. */
export function programs(): string {
  const [newest] = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort().reverse() : [];
  if (newest === undefined) {
    process.stderr.write(
      'Not installed: PostgreSQL. On Debian and Ubuntu:\n\n  apt-get install --yes postgresql\n',
    );
    process.exit(2);
  }
  return path.join(DEBIAN, newest, 'bin');
}

/** Whom PostgreSQL's programs run as: they refuse to run as root. */
export function account(): { uid?: number; gid?: number; cwd?: string } {
  if (process.getuid?.() !== 0) return {};
  const id = (option: string) =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g'), cwd: '/' };
}
