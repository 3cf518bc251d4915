import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { VersionToAdopt } from './client';
import { VersioningError } from './error';

/** A line per tag: its name, its commit, even if the tag is annotated, and when it was created. */
const FORMAT =
  '%(refname:strip=2) %(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end) %(creatordate:iso-strict)';

/** Returns the versions in the tags: what the `*` in the pattern matches. @throws VersioningError usage if none does */
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
  // The service rejects times in the future, which clocks that run fast produce.
  const isPast = new Date(at) <= new Date();
  return {
    Version: tag.slice(before.length, tag.length - after.length),
    Commit: commit,
    ...(isPast && { At: at }),
  };
}
