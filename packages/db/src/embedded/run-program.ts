import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export const INSTEAD =
  'Set DATABASE_URL to a PostgreSQL server of yours (version 15 or later) instead.';

export interface SystemAccount {
  readonly uid: number;
  readonly gid: number;
}

/** The user `postgres`, created if necessary: PostgreSQL refuses to run as root. @throws Error in a sentence */
export async function postgresAccount(): Promise<SystemAccount> {
  try {
    await execute('id', ['-u', 'postgres']).catch(() =>
      execute('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']),
    );
    const idOf = async (flag: string) => Number((await execute('id', [flag, 'postgres'])).stdout);
    return { uid: await idOf('-u'), gid: await idOf('-g') };
  } catch (cause) {
    throw new Error(
      `PostgreSQL does not run as root, and a user for it could not be made. ${INSTEAD}`,
      { cause },
    );
  }
}

const IS_UNREACHABLE = /\b(EACCES|EPERM)\b|Permission denied|could not (access|create) directory/;

/** Runs one of PostgreSQL's programs to its end. @throws Error with its output */
export async function runPostgresProgram(
  program: string,
  args: readonly string[],
  account?: SystemAccount,
): Promise<void> {
  const child = spawn(program, args, {
    ...account,
    // The account can reach this folder, but perhaps not the current one.
    cwd: path.dirname(program),
    // Own session: Ctrl-C in the terminal must not reach the server that it starts or stops.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    // On Windows the server inherits the pipes, which therefore stay open when pg_ctl is done.
    child.once('exit', code => code === 0 && stream.destroy());
  }
  const [code] = (await once(child, 'close').catch((error: unknown) => [String(error)])) as [
    unknown,
  ];
  if (code === 0) return;
  const reason = typeof code === 'string' ? code : output.trim();
  if (account && IS_UNREACHABLE.test(reason)) {
    throw new Error(
      `PostgreSQL does not run as root, and its user postgres cannot reach its folders. ${INSTEAD}`,
      { cause: new Error(reason) },
    );
  }
  throw new Error(`${path.basename(program)} failed: ${reason}`);
}
