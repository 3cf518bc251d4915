import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Binaries, runPostgresProgram } from './programs';

export interface Cluster {
  readonly directory: string;
  readonly logFile: string;
  readonly password: string;
}

/** Uses the cluster in `directory`, creating it if it is missing or incomplete. */
export async function ensureCluster(binaries: Binaries, directory: string): Promise<Cluster> {
  const kept = await readFile(path.join(directory, 'password'), 'utf8').catch(ignoreMissing);
  return {
    directory: path.join(directory, 'data'),
    logFile: path.join(directory, 'server.log'),
    password: kept ?? (await makeCluster(binaries, directory)),
  };
}

/** Creates the cluster in a temporary folder, then renames it. Returns its password. */
async function makeCluster({ folder, account }: Binaries, directory: string): Promise<string> {
  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  const passwordFile = path.join(draft, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) {
    for (const file of [draft, passwordFile]) await chown(file, account.uid, account.gid);
  }
  await runPostgresProgram(
    path.join(folder, 'initdb'),
    [
      `--pgdata=${path.join(draft, 'data')}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // More iterations protect weak passwords; this one is random, and they would slow each connection.
      '--set=scram_iterations=1',
      '--encoding=UTF8',
      '--locale=C',
    ],
    account,
  );
  await rename(draft, directory);
  return password;
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
