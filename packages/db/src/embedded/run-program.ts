import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export const INSTEAD =
  'Set DATABASE_URL to a PostgreSQL server of yours (version 15 or later) instead.';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The user `postgres`, created if necessary: PostgreSQL refuses to run as root. */
export async function postgresAccount(): Promise<Account> {
  await execute('id', ['-u', 'postgres']).catch(() =>
    execute('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']),
  );
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async flag => Number((await execute('id', [flag, 'postgres'])).stdout)),
  );
  return { uid: uid!, gid: gid! };
}

const IS_UNREACHABLE = /\b(EACCES|EPERM)\b|Permission denied|could not (access|create) directory/;

/** Runs one of PostgreSQL's programs to its end. @throws Error with its output */
export async function runProgram(
  program: string,
  args: readonly string[],
  account?: Account,
): Promise<void> {
  const { succeeded, said } = await outcome(program, args, account);
  if (succeeded) return;
  if (account && IS_UNREACHABLE.test(said)) {
    throw new Error(
      `PostgreSQL does not run as root, and its user postgres cannot reach its folders. ${INSTEAD}`,
      { cause: new Error(said) },
    );
  }
  throw new Error(`${path.basename(program)} failed: ${said}`);
}

async function outcome(
  program: string,
  args: readonly string[],
  account: Account | undefined,
): Promise<{ succeeded: boolean; said: string }> {
  const child = spawn(program, args, {
    ...account,
    // The account can reach this folder, but perhaps not the current one.
    cwd: path.dirname(program),
    // Own session: Ctrl-C in the terminal must not reach the server that it starts or stops.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    // On Windows the server inherits the pipes, which therefore stay open when pg_ctl is done.
    child.once('exit', code => code === 0 && stream.destroy());
  }
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { succeeded: code === 0, said: Buffer.concat(chunks).toString().trim() };
  } catch (error) {
    return { succeeded: false, said: String(error) };
  }
}
