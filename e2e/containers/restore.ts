import path from 'node:path';
import { type Cleanup, temporaryFolder } from '../scratch/cleanup.js';
import { printedBlocks, run } from '../scratch/programs.js';
import { issueKey, issueSecret, type Reader } from '../scratch/services.js';
import { bringUp, type Stack } from './stack.js';

/** The commands in docs/backup.md for containers: backup, restore, and the steps after it. */
const [BACK_UP = '', RESTORE = '', COMPLETE = ''] = printedBlocks('docs/backup.md', 'shell');

const PACKAGE = 'my-app';

/**
 * Backs up a running stack and restores it as another project with the documented commands. A version released after the
 * backup must not be released again, and credentials from the backup must be rejected.
 */
export async function checkRestore(
  stack: Stack,
  { apiKey, reader }: { apiKey: string; reader: Reader },
  command: string[],
  cleanup: Cleanup,
) {
  const backups = temporaryFolder('services-backup', cleanup);
  const repository = path.join(backups, 'repository');
  const env = { BACKUPS: backups, REPOSITORY: repository };
  await release(stack, apiKey);
  await stack.shell(BACK_UP, env);
  await release(stack, apiKey);
  await run('sh', ['-euc', TAG_RELEASES], { env: { ...process.env, ...env } });

  const start = async ({ shell }: Pick<Stack, 'shell'>) => {
    await shell(RESTORE, env);
    await shell(COMPLETE, env);
  };
  const restored = await bringUp({ command, project: 'services-restored', start }, cleanup);
  const old = await release(restored, apiKey);
  if (old.status !== 401) throw new Error(`a key from the backup got ${old.status}`);
  const next = await release(restored, await issueKey(restored.runCommand));
  const { Version: version } = (await next.json()) as { Version: string };
  if (version !== '0.0.3') throw new Error(`the version after 0.0.2 is ${version}`);
  const secret = await issueSecret(restored.runCommand, reader.email, reader.company);
  const headers = { authorization: `Bearer ${secret}` };
  const report = await fetch(`${restored.origin}/reporting/reporting/compliance-overview`, {
    headers,
  });
  if (!report.ok) throw new Error(`a report after the restore: ${report.status}`);
  return `restored in ${restored.seconds.toFixed(1)} s with both services up; the next version is ${version}`;
}

const TAG_RELEASES = `git init --quiet "$REPOSITORY" && cd "$REPOSITORY"
git -c user.name=ci -c user.email=ci@example.org commit --quiet --allow-empty --message release
git tag v0.0.1 && git tag v0.0.2`;

function release({ origin }: Stack, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  const url = `${origin}/versioning/api/packages/${PACKAGE}/increment/patch`;
  return fetch(url, { method: 'POST', headers });
}
