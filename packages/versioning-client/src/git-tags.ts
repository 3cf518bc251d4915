import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { VersionToAdopt } from './client';
import { VersioningError } from './error';

/** A tag on a line, with its commit (also of an annotated tag) and when it was made. */
const FORMAT =
  '%(refname:strip=2) %(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end) %(creatordate:iso-strict)';

/**
 * The versions that the tags of the repository name: what the `*` of the pattern matches, `1.4.2` of `v1.4.2` by `v*`.
 * @throws VersioningError usage, outside a repository and where no tag matches
 */
export async function readTags(pattern: string): Promise<VersionToAdopt[]> {
  const [before = '', after, ...more] = pattern.split('*');
  if (after === undefined || more.length > 0) {
    throw new VersioningError('usage', '--from-tags takes a pattern with one *, such as v*.');
  }
  const stdout = await listTags(`refs/tags/${pattern}`);
  const lines = stdout.split('\n').filter(line => line !== '');
  if (lines.length > 0) return lines.map(line => toVersion(line, before, after));
  throw new VersioningError('usage', `No tag matches ${pattern}. Fetch them: git fetch --tags.`);
}

async function listTags(pattern: string): Promise<string> {
  const args = ['for-each-ref', '--sort=version:refname', `--format=${FORMAT}`, pattern];
  try {
    const run = promisify(execFile);
    return (await run('git', args, { maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const reason = (stderr || message).trim().split('\n')[0]!;
    throw new VersioningError('usage', `git cannot list the tags: ${reason}.`, { cause: error });
  }
}

function toVersion(line: string, before: string, after: string): VersionToAdopt {
  const [tag, commit, at] = line.split(' ') as [string, string, string];
  // A clock was ahead: the service refuses times in the future.
  const isPast = new Date(at) <= new Date();
  return {
    Version: tag.slice(before.length, tag.length - after.length),
    Commit: commit,
    ...(isPast && { At: at }),
  };
}
