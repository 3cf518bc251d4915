import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { INSTEAD, type SystemAccount } from './run-program';

const execute = promisify(execFile);

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
export async function programsFolder(native: string, account?: SystemAccount): Promise<string> {
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
