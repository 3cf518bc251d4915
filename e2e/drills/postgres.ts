import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import { type Cleanup, temporaryFolder } from '../scratch/cleanup.js';
import { eventually } from '../scratch/eventually.js';
import { requireProgram, run } from '../scratch/programs.js';

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Starts an installed PostgreSQL server that a drill can kill.
 * @param options.folder defaults to a new one
 * @param options.isInitialized whether the folder already contains a cluster
 */
export async function startCluster(
  cleanup: Cleanup,
  { settings = {}, folder = newFolder(cleanup), isInitialized = false } = {},
) {
  const port = await getPort();
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-k'];
  if (!isInitialized) await postgres('initdb', ['-D', folder, ...options]);
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess | undefined;
  const isDown = () => server?.exitCode !== null || server.signalCode !== null;
  const untilDown = async () => {
    while (!isDown()) await wait(20);
  };
  const cluster = {
    port,
    folder,
    url: urlOf(port, 'postgres'),
    query: (sql: string, database = 'postgres') => psql(urlOf(port, database), sql),
    /** Starts the server and waits until it accepts connections. */
    start: () =>
      eventually(async () => {
        // Retried, because a killed server keeps its shared memory until all of its processes are gone.
        if (isDown()) {
          const program = path.join(programs(), 'postgres');
          const place = ['-D', folder, '-p', String(port)];
          server = spawn(program, [...place, ...args], { ...account(), stdio: 'ignore' });
        }
        await cluster.query('select 1');
      }, 120),
    /** Kills all processes of the server. */
    kill() {
      signalServer(server!.pid!, 'SIGKILL');
      return untilDown();
    },
    stop() {
      if (!isDown()) server!.kill('SIGINT');
      return untilDown();
    },
  };
  cleanup.add(() => cluster.stop());
  await cluster.start();
  return cluster;
}

/** Runs one of PostgreSQL's programs. */
function postgres(program: string, args: string[]): Promise<string> {
  return run(path.join(programs(), program), args, account());
}

/** Returns the unaligned output of a statement. */
export function psql(url: string, sql: string): Promise<string> {
  return postgres('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', '-c', sql, url]);
}

/** Sends a signal to all processes of a server. */
export function signalServer(pid: number, signal: NodeJS.Signals): void {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  for (const id of [pid, ...stdout.split(/\s+/).filter(Boolean).map(Number)]) {
    try {
      process.kill(id, signal);
    } catch {
      // The process has exited.
    }
  }
}

export function newFolder(cleanup: Cleanup): string {
  const parent = temporaryFolder('drill', cleanup);
  const { uid, gid } = account();
  const folder = path.join(parent, 'data');
  mkdirSync(folder, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) {
    for (const each of [parent, folder]) chownSync(each, uid, gid);
  }
  return folder;
}

export function urlOf(port: number, database: string): string {
  return `postgresql://postgres@127.0.0.1:${port}/${database}`;
}

/** The folder of PostgreSQL's programs. */
export function programs(): string {
  return path.dirname(requireProgram('postgresql', 'postgres'));
}

/** The account for PostgreSQL's programs, which refuse to run as root. */
export function account(): { uid?: number; gid?: number; cwd?: string } {
  if (process.getuid?.() !== 0) return {};
  const id = (option: string) =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g'), cwd: '/' };
}
