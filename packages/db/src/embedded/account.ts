import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The end of every error that says why there can be no embedded server. */
export const INSTEAD =
  'Set DATABASE_URL to a PostgreSQL server of yours (version 15 or later) instead.';

/** A user of this machine. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The user `postgres`, who is made if need be: PostgreSQL refuses to run as root. */
export async function postgresAccount(): Promise<Account> {
  await execute('id', ['-u', 'postgres']).catch(() =>
    execute('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']),
  );
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async flag => Number((await execute('id', [flag, 'postgres'])).stdout)),
  );
  return { uid: uid!, gid: gid! };
}
