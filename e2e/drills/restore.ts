import { chownSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createVersioningClient } from '@platform/versioning-client';
import { type Cleanup, createCleanup } from '../scratch/cleanup.js';
import { commandLine, issueKey, migrate, startService } from '../scratch/services.js';
import type { Drill, Row } from './drill.js';
import { type Cluster, createCluster, newFolder, postgres, urlOf } from './postgres.js';

const SLUGS = Array.from({ length: 20 }, (_, index) => `app-${index}`);

/**
 * Dump and restore, then a base backup and recovery to a point in time, of the demonstration and of packages that
 * go on being released after the backup.
 */
export const drill: Drill = async function* ({ cleanup, say }): AsyncGenerator<Row> {
  const archive = newFolder(cleanup);
  const settings = { archive_mode: 'on', archive_command: `cp %p ${archive}/%f` };
  const cluster = await createCluster(cleanup, { settings });
  await cluster.start();
  await migrate(cluster.url);
  const env = environment(cluster.url);
  const key = await issueKey(commandLine(env));
  await commandLine(env)('reporting', ['demo']);
  const released: Versions = new Map();
  await release(env, key, released, 5);

  say('dump and restore');
  yield await dumpAndRestore(cluster, path.join(newFolder(cleanup), 'services.dump'));

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
  const again = await advanceAndRelease(environment(recovered.url), key, released);
  yield {
    what: 'base backup, recovery to a point in time, versioning advance',
    times: 1,
    counted: {
      packages: SLUGS.length,
      'not as at the target': SLUGS.length - asAtTarget,
      'versions handed out again': again,
    },
    holds: asAtTarget === SLUGS.length && again === 0,
  };
};

/** The latest version of each package. */
type Versions = Map<string, string>;

async function dumpAndRestore(cluster: Cluster, dump: string): Promise<Row> {
  await postgres('pg_dump', ['--format=custom', `--file=${dump}`, cluster.url]);
  await cluster.query('create database restored');
  const restored = urlOf(cluster.port, 'restored');
  await postgres('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${restored}`, dump]);
  const before = await tables(cluster, 'postgres');
  const after = await tables(cluster, 'restored');
  const differing = [...before].filter(([name, content]) => after.get(name) !== content);
  const runRestored = commandLine(environment(restored));
  const summary = await runRestored('reporting', ['accounts', 'list']);
  const { applied } = JSON.parse(await runRestored('reporting', ['migrate', '--json'])) as {
    applied: string[];
  };
  return {
    what: 'pg_dump and pg_restore of the demonstration',
    times: 1,
    counted: {
      tables: before.size,
      'tables that differ': differing.length,
      'migrations and definitions to apply': applied.length,
    },
    holds: before.size > 20 && differing.length + applied.length === 0 && summary !== '',
  };
}

/** The server of a base backup and the archive, as it was at the restore point. */
async function recover(folder: string, archive: string, cleanup: Cleanup): Promise<Cluster> {
  writeFileSync(path.join(folder, 'recovery.signal'), '');
  const { uid, gid } = statSync(folder);
  chownSync(path.join(folder, 'recovery.signal'), uid, gid);
  const recovered = await createCluster(cleanup, {
    folder,
    isMade: true,
    settings: {
      archive_mode: 'off',
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_name: 'target',
      recovery_target_action: 'promote',
    },
  });
  await recovered.start();
  while ((await recovered.query('select pg_is_in_recovery()')) === 't') {
    await new Promise(resolve => setTimeout(resolve, 100));
  }
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
  const known = new Set([...released].map(([slug, version]) => `${slug} ${version}`));
  const next: Versions = new Map();
  await release(env, key, next, 1);
  return [...next].filter(
    ([slug, version]) => known.has(`${slug} ${version}`) || !isNext(released.get(slug)!, version),
  ).length;
}

function environment(databaseUrl: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_DEFAULT: 'off',
    SESSION_SECRET: 'a'.repeat(32),
  };
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

/** A checksum of the content of every table, by its name. */
async function tables(cluster: Cluster, database: string): Promise<Map<string, string>> {
  const lines = await cluster.query(
    `select format('%I.%I', schemaname, tablename) || ' ' || md5(query_to_xml(
       format('select md5(string_agg(t::text, chr(10) order by t::text)) from %I.%I as t', schemaname, tablename),
       true, true, '')::text)
     from pg_tables
     where schemaname in ('versioning', 'reporting')`,
    database,
  );
  return new Map(lines.split('\n').map(line => line.split(' ') as [string, string]));
}

function isNext(version: string, next: string): boolean {
  const [major, minor, patch] = version.split('.').map(Number);
  return next === `${major}.${minor}.${patch! + 1}`;
}
