import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cleanup } from '../scratch/cleanup.js';
import { commandLine, issueKey, migrate, startService } from '../scratch/services.js';
import type { Drill, Row } from './drill.js';
import { startIncrements } from './increments.js';
import { type Cluster, createCluster, newFolder } from './postgres.js';

/** A database whose disk is full, and one that has no connection left, under increments. */
export const drill: Drill = async function* ({ cleanup, times = 5, say }): AsyncGenerator<Row> {
  const cluster = await createCluster(cleanup);
  await cluster.start();
  await migrate(cluster.url);
  // Superusers are under no limit.
  await cluster.query('create role service login in role pg_read_all_data, pg_write_all_data');
  const disk = await moveToSmallDisk(cluster, cleanup);
  const env = {
    ...process.env,
    DATABASE_URL: cluster.url.replace('postgres@', 'service@'),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_DEFAULT: 'off',
  };
  const key = await issueKey(commandLine(env));
  const { url } = await startService('versioning', env, cleanup);
  const callable = { url, key };

  if (disk) {
    yield await disturb('the disk of the database full', { ...callable, times, say }, async () => {
      await disk.fill();
      return () => disk.free();
    });
  } else say('a full disk needs a file system of its own, which only root may mount');
  yield await disturb(
    'no connection left for the service',
    { ...callable, times, say },
    async () => {
      await cluster.query('alter role service connection limit 0');
      await cluster.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'service'",
      );
      return () => cluster.query('alter role service connection limit -1');
    },
  );
};

interface Disturbed {
  readonly url: string;
  readonly key: string;
  readonly times: number;
  readonly say: (text: string) => void;
}

/** Brings a lack about, looks at the answers, ends it, and waits for ten more versions; some times. */
async function disturb(
  what: string,
  { url, key, times, say }: Disturbed,
  begin: () => Promise<() => unknown>,
): Promise<Row> {
  const slug = what.replaceAll(' ', '-');
  const increments = startIncrements({ url, key, slug }, 10);
  const answers = { accepted: 0, refused: 0, other: 0 };
  let slowest = 0;
  for (let time = 0; time < times; time++) {
    say(`${what}: ${time + 1} of ${times}`);
    await wait(500);
    const end = await begin();
    await countAnswers({ url, key, slug }, answers);
    await end();
    const began = performance.now();
    const before = increments.taken();
    while (increments.taken() < before + 10) await wait(20);
    slowest = Math.max(slowest, performance.now() - began);
  }
  const { taken, lost, twice, failed } = await increments.finish();
  return {
    what: `${what} under increments`,
    times,
    counted: {
      increments: taken,
      lost,
      twice,
      failed,
      'answers meanwhile: 200': answers.accepted,
      '503 with Retry-After': answers.refused,
      other: answers.other,
      'longest recovery': `${(slowest / 1000).toFixed(1)} s`,
    },
    holds: lost + twice + failed + answers.other === 0 && answers.refused > 0,
  };
}

/** Calls until twenty were not accepted: what is left of a page or a pool serves a few more. */
async function countAnswers(
  { url, key, slug }: { url: string; key: string; slug: string },
  answers: { accepted: number; refused: number; other: number },
): Promise<void> {
  for (let call = 0, left = 20; left > 0 && call < 5_000; call++) {
    const response = await fetch(`${url}/api/packages/${slug}-${call}/increment/minor`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
    });
    await response.text();
    const isRefusal = response.status === 503 && Number(response.headers.get('Retry-After')) > 0;
    answers[response.status === 200 ? 'accepted' : isRefusal ? 'refused' : 'other'] += 1;
    if (response.status !== 200) left -= 1;
  }
}

/** Moves every table to a disk of 48 MB; null where there is none to be had. */
async function moveToSmallDisk(cluster: Cluster, cleanup: Cleanup) {
  if (process.getuid?.() !== 0) return null;
  const folder = newFolder(cleanup);
  const { uid, gid } = statSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=48m,uid=${uid},gid=${gid}`, 'tmpfs', folder]);
  cleanup.add(async () => {
    await cluster.stop();
    execFileSync('umount', [folder]);
  });
  await cluster.query(`create tablespace small location '${folder}'`);
  for (const kind of ['table', 'index']) {
    await cluster.query(`alter ${kind} all in tablespace pg_default set tablespace small`);
  }
  const fill = async (size: number) => {
    const insert = `insert into filler select repeat('x', 7000) from generate_series(1, ${size})`;
    try {
      for (;;) await cluster.query(insert);
    } catch (error) {
      if (!String(error).includes('No space left')) throw error;
    }
  };
  return {
    async fill() {
      await cluster.query('create table filler (text text) tablespace small');
      await cluster.query('alter table filler alter text set storage plain');
      for (const size of [500, 50, 5, 1]) await fill(size);
    },
    async free() {
      await cluster.query('drop table filler');
      await cluster.query('checkpoint');
    },
  };
}
