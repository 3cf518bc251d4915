import { chownSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createVersioningClient } from '@platform/versioning-client';
import { type Cleanup, createCleanup } from '../scratch/cleanup.js';
import {
  commandLine,
  issueKey,
  migrate,
  startService,
  withoutLimits,
} from '../scratch/services.js';
import type { Drill, Row } from './drill.js';
import { type Cluster, createCluster, newFolder, postgres } from './postgres.js';

const SLUGS = Array.from({ length: 20 }, (_, index) => `app-${index}`);

/** A base backup and recovery to a point in time, of packages that go on being released after it. */
export const drill: Drill = async function* ({ cleanup, say }): AsyncGenerator<Row> {
  const archive = newFolder(cleanup);
  const settings = { archive_mode: 'on', archive_command: `cp %p ${archive}/%f` };
  const cluster = await createCluster(cleanup, { settings });
  await cluster.start();
  await migrate(cluster.url);
  const env = withoutLimits(cluster.url);
  const key = await issueKey(commandLine(env));
  const released: Versions = new Map();
  await release(env, key, released, 5);

  say('base backup, then recovery to a point in time');
  const folder = newFolder(cleanup);
  await postgres('pg_basebackup', ['-D', folder, '-d', cluster.url, '-c', 'fast', '-X', 'stream']);
  await release(env, key, released, 5);
  const atTarget: Versions = new Map(released);
  await cluster.query("select pg_create_restore_point('target')");
  await release(env, key, released, 5);
  await cluster.query('select pg_switch_wal()');
  await cluster.stop();
  const recovered = await recover(folder, archive, cleanup);
  const asAtTarget = await countHeld(recovered, atTarget);

  say('versioning advance, then one more release of each package');
  const stray = await advanceAndRelease(withoutLimits(recovered.url), key, released);
  yield {
    what: 'base backup, recovery to a point in time, `versioning advance`',
    times: 1,
    counted: {
      packages: SLUGS.length,
      'not as at the target': SLUGS.length - asAtTarget,
      'versions released again or skipped': stray,
    },
    holds: asAtTarget === SLUGS.length && stray === 0,
  };
};

/** The latest version of each package. */
type Versions = Map<string, string>;

/** The server of a base backup and the archive, as it was at the restore point. */
async function recover(folder: string, archive: string, cleanup: Cleanup): Promise<Cluster> {
  const signal = path.join(folder, 'recovery.signal');
  writeFileSync(signal, '');
  const { uid, gid } = statSync(folder);
  chownSync(signal, uid, gid);
  const settings = {
    archive_mode: 'off',
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_name: 'target',
    recovery_target_action: 'promote',
  };
  const recovered = await createCluster(cleanup, { folder, isMade: true, settings });
  await recovered.start();
  while ((await recovered.query('select pg_is_in_recovery()')) === 't') await wait(100);
  return recovered;
}

/** How many packages have the version that is expected of them. */
async function countHeld(cluster: Cluster, expected: Versions): Promise<number> {
  const found = await cluster.query(
    "select slug || ' ' || concat_ws('.', major, minor, patch) from versioning.package",
  );
  return found
    .split('\n')
    .map(line => line.split(' ') as [string, string])
    .filter(([slug, version]) => expected.get(slug) === version).length;
}

/** How many versions are not the next after those that were released. */
async function advanceAndRelease(
  env: NodeJS.ProcessEnv,
  key: string,
  released: Versions,
): Promise<number> {
  const list = [...released].map(release => release.join(' ')).join('\n');
  await commandLine(env)('versioning', ['advance'], list);
  const next: Versions = new Map();
  await release(env, key, next, 1);
  const isNext = (version: string, after: string) => {
    const [major, minor, patch] = version.split('.').map(Number);
    return after === `${major}.${minor}.${patch! + 1}`;
  };
  return [...next].filter(([slug, version]) => !isNext(released.get(slug)!, version)).length;
}

/** Releases every package some times, by a service that runs for that long. */
async function release(
  env: NodeJS.ProcessEnv,
  key: string,
  released: Versions,
  times: number,
): Promise<void> {
  const cleanup = createCleanup();
  const { url } = await startService('versioning', env, cleanup);
  const client = createVersioningClient({ url, key });
  for (let time = 0; time < times; time++) {
    await Promise.all(
      SLUGS.map(async slug => {
        released.set(slug, (await client.increment(slug, 'patch')).package.Version);
      }),
    );
  }
  await cleanup.run();
}
