import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program with only `env` as its environment. */
export function run(
  file: string,
  args: readonly string[],
  options: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<Result> {
  return new Promise(resolve => {
    const child = execFile(file, args, options, (_, stdout, stderr) => {
      resolve({ code: child.exitCode ?? 1, stdout, stderr });
    });
  });
}

export interface ScratchRepository {
  /** The folder of a clone whose only commit contains `build.sh`. */
  readonly clone: string;
  readonly remote: string;
  /** The environment of a job: PATH, HOME, and an identity for git. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns the sorted tags of the remote. */
  tags(): Promise<string[]>;
  drop(): Promise<void>;
}

const IDENTITY = {
  PATH: process.env.PATH!,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'ci',
  GIT_AUTHOR_EMAIL: 'ci@example.org',
  GIT_COMMITTER_NAME: 'ci',
  GIT_COMMITTER_EMAIL: 'ci@example.org',
};

async function git(cwd: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run('git', args, { cwd, env: IDENTITY });
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** The original of all repositories of a test file, which is faster to copy than to create. */
let original: Promise<string> | undefined;
afterAll(async () => {
  if (original) await rm(await original, { recursive: true });
});

async function createOriginal(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pipeline-original-'));
  const clone = path.join(folder, 'clone');
  await git(folder, 'init', '--quiet', '--template=', '--bare', 'remote.git');
  // The relative address of the remote is also that of copies.
  await git(folder, 'init', '--quiet', '--template=', 'clone');
  await git(clone, 'remote', 'add', 'origin', '../remote.git');
  await writeFile(path.join(clone, 'build.sh'), '#!/bin/sh\necho "built $1" >>../built\n');
  await chmod(path.join(clone, 'build.sh'), 0o755);
  await git(clone, 'add', '.');
  await git(clone, 'commit', '--quiet', '--message', 'Something to release');
  return folder;
}

/** Creates a repository to release from, with a remote. */
export async function scratchRepository(): Promise<ScratchRepository> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pipeline-'));
  await cp(await (original ??= createOriginal()), folder, { recursive: true });
  const [clone, remote] = [path.join(folder, 'clone'), path.join(folder, 'remote.git')];
  const env = { ...IDENTITY, HOME: folder };

  return {
    clone,
    remote,
    env,
    async tags() {
      const lines = (await git(clone, 'ls-remote', '--tags', remote)).trim().split('\n');
      return lines.filter(line => line !== '').map(line => line.split('refs/tags/')[1]!);
    },
    drop: () => rm(folder, { recursive: true }),
  };
}
