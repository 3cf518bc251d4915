import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

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
