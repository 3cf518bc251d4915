import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
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

/** Creates a repository to release from, with a remote. */
export async function scratchRepository(): Promise<ScratchRepository> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pipeline-'));
  const remote = path.join(folder, 'remote.git');
  const clone = path.join(folder, 'clone');
  const env = {
    PATH: process.env.PATH!,
    HOME: folder,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'ci',
    GIT_AUTHOR_EMAIL: 'ci@example.org',
    GIT_COMMITTER_NAME: 'ci',
    GIT_COMMITTER_EMAIL: 'ci@example.org',
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  };
  const git = async (cwd: string, ...args: string[]) => {
    const { code, stdout, stderr } = await run('git', args, { cwd, env });
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  await git(folder, 'init', '--quiet', '--bare', remote);
  await git(folder, 'clone', '--quiet', remote, clone);
  await writeFile(path.join(clone, 'build.sh'), '#!/bin/sh\necho "built $1" >>../built\n');
  await chmod(path.join(clone, 'build.sh'), 0o755);
  await git(clone, 'add', '.');
  await git(clone, 'commit', '--quiet', '--message', 'Something to release');

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
