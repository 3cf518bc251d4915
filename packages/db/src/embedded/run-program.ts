import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export const INSTEAD =
  'Set DATABASE_URL to your own PostgreSQL server (version 15 or later) instead.';

export interface SystemAccount {
  readonly uid: number;
  readonly gid: number;
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
