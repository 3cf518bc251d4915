import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
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

function outcome(
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
  const output = collectOutput(child);
  return new Promise(resolve => {
    const settle = (succeeded: boolean, said = output()) => resolve({ succeeded, said });
    child.once('error', error => settle(false, String(error)));
    child.once('close', code => settle(code === 0));
    // On Windows the server inherits the pipes, which therefore stay open when pg_ctl is done.
    child.once('exit', code => {
      if (code !== 0) return;
      child.stdout.destroy();
      child.stderr.destroy();
      settle(true);
    });
  });
}

function collectOutput({ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>) {
  const chunks: Buffer[] = [];
  for (const stream of [stdout, stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString().trim();
}
