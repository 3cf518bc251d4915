import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { nextVersion } from '@platform/versioning-client';
import { commandLine, issueKey, openScratchDatabase } from '../scratch/services.js';
import type { Drill } from './drill.js';
import { compare } from './increments.js';
import { type Replicas, startReplicas } from './replicas.js';

const JOBS = 200;

/** Pipelines through `next-version`, while the service behind them is replaced or stopped. */
export const drill: Drill = async function* ({ cleanup, say }) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'drill-'));
  cleanup.add(() => rm(dataDir, { recursive: true, force: true }));
  const env = await openScratchDatabase(
    { databaseUrl: process.env.DATABASE_URL ?? null, dataDir },
    cleanup,
  );
  const key = await issueKey(commandLine(env));
  const replicas = await startReplicas(
    'versioning',
    2,
    { ...env, RATE_LIMIT_DEFAULT: 'off', SHUTDOWN_DELAY: '500ms' },
    cleanup,
  );

  say(`${JOBS} jobs at once, both replicas replaced meanwhile`);
  let exits: (number | null)[] = [];
  const replaced = await jobs(replicas, key, 'replaced', async () => {
    exits = [await replicas.replace(), await replicas.replace()];
  });
  yield {
    what: `${JOBS} jobs at once through next-version, two replicas replaced meanwhile`,
    times: 1,
    counted: { ...replaced, 'exit codes of the replaced replicas': exits.join(' ') },
    holds: isWhole(replaced) && exits.every(code => code === 0),
  };

  say('20 jobs, the service stopped for 20 s');
  const began = performance.now();
  const stopped = await jobs(replicas, key, 'stopped', () => replicas.stopFor(20_000), 20);
  yield {
    what: '20 jobs through next-version while the service is stopped for 20 s',
    times: 1,
    counted: { ...stopped, 'seconds until the last job had its version': seconds(began) },
    holds: isWhole(stopped),
  };
};

/** Jobs of one pipeline that start while `disturb` runs, and what they were given. */
async function jobs(
  { url }: Replicas,
  key: string,
  slug: string,
  disturb: () => Promise<unknown>,
  count = JOBS,
) {
  const disturbing = disturb();
  const results = await Promise.all(
    Array.from({ length: count }, async (_, job) => {
      await wait((job / count) * 4_000);
      let version = '';
      const code = await nextVersion(
        [slug],
        {
          VERSIONING_URL: url,
          VERSIONING_KEY: key,
          GITHUB_ACTIONS: 'true',
          GITHUB_REPOSITORY: 'acme/shop',
          GITHUB_RUN_ID: '1',
          GITHUB_JOB: `job-${job}`,
        },
        { stdout: { write: text => (version += text) }, stderr: { write: () => undefined } },
      );
      return { code, version: version.trim() };
    }),
  );
  await disturbing;
  const versions = results.filter(({ code }) => code === 0).map(({ version }) => version);
  return {
    jobs: count,
    ...(await compare({ url, key, slug }, versions)),
    failed: results.filter(({ code }) => code !== 0).length,
  };
}

function isWhole({ jobs, taken, lost, twice, failed }: Record<string, number>): boolean {
  return taken === jobs && lost === 0 && twice === 0 && failed === 0;
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
