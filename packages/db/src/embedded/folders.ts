import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { INSTEAD, type SystemAccount } from './run-program';

const execute = promisify(execFile);

/** Used by root for what the user postgres cannot reach elsewhere, such as below /root. */
const SHARED = '/var/lib/embedded-postgres';

/** `postgres` in `dataDir`, or one that its user can enter. @throws Error in a sentence where neither can be used */
export async function clusterFolder(dataDir: string, account?: SystemAccount): Promise<string> {
  const own = path.resolve(dataDir, 'postgres');
  await mkdir(path.dirname(own), { recursive: true });
  if (!account) return own;
  const shared = path.join(SHARED, createHash('sha256').update(own).digest('hex').slice(0, 12));
  if (existsSync(path.join(shared, 'password'))) return shared;
  if (await canEnter(path.dirname(own), account)) return own;
  if (existsSync(path.join(own, 'password'))) {
    throw new Error(
      `The user postgres, to whom the data in ${own} belong, cannot enter ${path.dirname(own)}. Let others enter it (chmod o+x), or name another folder with DATA_DIR.`,
    );
  }
  await makeShared();
  return shared;
}

/** PostgreSQL's programs where its user can run them: as npm installed them, or a copy. @throws Error */
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
  // Another process may have been faster; its copy is the same.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }));
  return copy;
}

async function makeShared(): Promise<void> {
  try {
    await mkdir(SHARED, { recursive: true });
    await execute('chmod', ['755', SHARED]);
  } catch (cause) {
    throw new Error(
      `PostgreSQL does not run as root, and its user postgres can reach neither this folder nor ${SHARED}. ${INSTEAD}`,
      { cause },
    );
  }
}

/** Tested as that user: permissions of all parent folders and access control lists count. */
async function canEnter(folder: string, { uid, gid }: SystemAccount): Promise<boolean> {
  return execute('test', ['-x', folder], { uid, gid, cwd: '/' }).then(
    () => true,
    () => false,
  );
}
