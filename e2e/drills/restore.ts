import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createVersioningClient } from '@platform/versioning-client';
import type { Drill, Row } from '../drill.js';
import { type Cleanup, createCleanup } from '../scratch/cleanup.js';
import { printedBlocks, requireProgram, root, run } from '../scratch/programs.js';
import {
  commandLine,
  issueKey,
  migrate,
  startService,
  withoutLimits,
} from '../scratch/services.js';
import { account, type Cluster, newFolder, startCluster } from './postgres.js';

const SLUGS = Array.from({ length: 20 }, (_, index) => `app-${index}`);

/** In seconds. */
const ARCHIVE_TIMEOUT = 10;

/** The commands in docs/backup.md for point-in-time recovery: preparation, recovery to a time, and to the end. */
const [PREPARE = '', TO_MOMENT = '', TO_END = ''] = printedBlocks('docs/backup.md', 'bash');

/** Recovers with pgBackRest to a point in time and from a lost disk, while packages are released. */
export const drill: Drill = async function* ({ cleanup, times = 5, say }): AsyncGenerator<Row> {
  requireProgram('pgbackrest', 'pgbackrest');
  for (const disturbance of [recoverToMoment, recoverFromLoss]) {
    const counts: Counts[] = [];
    for (let time = 0; time < times; time++) {
      say(`${disturbance.name}, ${time + 1} of ${times}`);
      counts.push(await disturbance(await archivedServer(cleanup)));
    }
    const sum = (name: string) => counts.reduce((total, each) => total + (each[name] ?? 0), 0);
    const max = (name: string) => Math.max(...counts.map(each => each[name] ?? 0)).toFixed(1);
    const strays = {
      'differ from the target': sum('stray'),
      'released again or skipped': sum('twice'),
    };
    yield {
      what: DESCRIPTIONS[disturbance.name]!,
      times,
      counted: {
        packages: SLUGS.length * times,
        ...strays,
        'longest recovery': `${max('recovery')} s`,
        ...('lost' in counts[0]! && { 'longest loss': `${max('lost')} s` }),
      },
      holds: strays['differ from the target'] + strays['released again or skipped'] === 0,
    };
  }
};

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  recoverToMoment: 'pgBackRest: point-in-time recovery, `versioning advance`',
  recoverFromLoss: `pgBackRest: server and disk lost, \`archive_timeout\` ${ARCHIVE_TIMEOUT} s`,
};

type Counts = Readonly<Record<string, number>>;

/** The latest version of each package. */
type Versions = Map<string, string>;

type Archived = Awaited<ReturnType<typeof archivedServer>>;

/** Starts a server that archives WAL and has a backup, with releases before and after it. */
async function archivedServer(cleanup: Cleanup) {
  const repository = newFolder(cleanup);
  const folder = newFolder(cleanup);
  const socket = path.dirname(folder);
  const config = path.join(path.dirname(repository), 'pgbackrest.conf');
  const cluster = await startCluster(cleanup, {
    folder,
    settings: {
      unix_socket_directories: socket,
      archive_mode: 'on',
      archive_command: `pgbackrest --config=${config} --stanza=services archive-push %p`,
      archive_timeout: String(ARCHIVE_TIMEOUT),
    },
  });
  const shipped = readFileSync(path.join(root, 'deploy/pgbackrest/pgbackrest.conf'), 'utf8');
  const places = `log-path=${socket}\nlock-path=${socket}`;
  const server = `pg1-port=${cluster.port}\npg1-socket-path=${socket}`;
  writeFileSync(
    config,
    shipped
      .replace(/^(repo1-path)=.*/m, `$1=${repository}\n${places}`)
      .replace(/^(pg1-path)=.*/m, `$1=${folder}\n${server}`),
  );
  await migrate(cluster.url);
  const key = await issueKey(commandLine(withoutLimits(cluster.url)));
  const released: Versions = new Map();
  /** Runs documented commands for the server in a folder. */
  const pgbackrest = (commands: string, at: string, target = '') =>
    run('bash', ['-euc', commands], {
      ...account(),
      env: { ...process.env, PGBACKREST_CONFIG: config, PGBACKREST_PG1_PATH: at, TARGET: target },
    });
  await withClient(cluster, key, cleanup, client => release(client, released, 5));
  await pgbackrest(PREPARE, folder);
  await withClient(cluster, key, cleanup, client => release(client, released, 5));
  return { cluster, key, released, config, pgbackrest, cleanup };
}

async function recoverToMoment(archived: Archived): Promise<Counts> {
  const { cluster, key, released, pgbackrest, cleanup } = archived;
  const atTarget: Versions = new Map(released);
  const target = await cluster.query('select now()');
  await withClient(cluster, key, cleanup, client => release(client, released, 5));
  await cluster.query('select pg_switch_wal()');
  await cluster.stop();
  const begun = performance.now();
  const recovered = await recover(archived, at => pgbackrest(TO_MOMENT, at, target));
  const recovery = seconds(begun);
  const stray = await countStrays(recovered, atTarget);
  return { stray, twice: await advanceAndRelease(recovered, archived), recovery };
}

async function recoverFromLoss(archived: Archived): Promise<Counts> {
  const { cluster, key, released, pgbackrest, cleanup } = archived;
  const taken: { at: number; slug: string; version: string }[] = [];
  await withClient(cluster, key, cleanup, async client => {
    const end = performance.now() + 3 * ARCHIVE_TIMEOUT * 1_000;
    while (performance.now() < end) {
      for (const slug of SLUGS) {
        const version = (await client.increment(slug, 'patch')).package.Version;
        taken.push({ at: performance.now(), slug, version });
        released.set(slug, version);
      }
    }
  });
  await cluster.kill();
  const begun = performance.now();
  const recovered = await recover(archived, at => pgbackrest(TO_END, at));
  const recovery = seconds(begun);
  const kept = new Set((await recovered.query(HISTORY)).split('\n'));
  const [firstLost] = taken.filter(({ slug, version }) => !kept.has(`${slug} ${version}`));
  const lost = firstLost ? (taken.at(-1)!.at - firstLost.at) / 1_000 : 0;
  return { lost, twice: await advanceAndRelease(recovered, archived), recovery };
}

const HISTORY = `select slug || ' ' || concat_ws('.', package_change.major, package_change.minor, package_change.patch)
  from versioning.package_change join versioning.package on package.id = package_change.package_id`;
const CURRENT = "select slug || ' ' || concat_ws('.', major, minor, patch) from versioning.package";

/** Starts a server in a new folder on the files written by `restore`, and waits for the end of recovery. */
async function recover(
  { cleanup, config }: Archived,
  restore: (folder: string) => Promise<string>,
): Promise<Cluster> {
  const folder = newFolder(cleanup);
  await restore(folder);
  const get = `pgbackrest --config=${config} --pg1-path=${folder} --stanza=services archive-get %f "%p"`;
  const settings = { archive_mode: 'off', restore_command: get };
  const recovered = await startCluster(cleanup, { folder, isInitialized: true, settings });
  while ((await recovered.query('select pg_is_in_recovery()')) === 't') await wait(100);
  return recovered;
}

/** Counts packages without the expected version. */
async function countStrays(cluster: Cluster, expected: Versions): Promise<number> {
  const found = new Set((await cluster.query(CURRENT)).split('\n'));
  return [...expected].filter(([slug, version]) => !found.has(`${slug} ${version}`)).length;
}

/** Runs `versioning advance` and releases each package. Counts versions that do not follow the last released one. */
async function advanceAndRelease(
  cluster: Cluster,
  { key, released, cleanup }: Archived,
): Promise<number> {
  const list = [...released].map(each => each.join(' ')).join('\n');
  await commandLine(withoutLimits(cluster.url))('versioning', ['advance'], list);
  const next: Versions = new Map();
  await withClient(cluster, key, cleanup, client => release(client, next, 1));
  const isNext = (version: string, after: string) => {
    const [major, minor, patch] = version.split('.').map(Number);
    return after === `${major}.${minor}.${patch! + 1}`;
  };
  return [...next].filter(([slug, version]) => !isNext(released.get(slug)!, version)).length;
}

/** Starts a service for the duration of `work`. */
async function withClient(
  cluster: Cluster,
  key: string,
  whole: Cleanup,
  work: (client: VersioningClient) => Promise<void>,
): Promise<void> {
  await using cleanup = createCleanup(whole);
  const { url } = await startService('versioning', withoutLimits(cluster.url), cleanup);
  await work(createVersioningClient({ url, key }));
}

/** Releases every package `times` times. */
async function release(client: VersioningClient, released: Versions, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await Promise.all(
      SLUGS.map(async slug => {
        released.set(slug, (await client.increment(slug, 'patch')).package.Version);
      }),
    );
  }
}

type VersioningClient = ReturnType<typeof createVersioningClient>;

const seconds = (begun: number) => (performance.now() - begun) / 1_000;
