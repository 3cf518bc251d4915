import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { migrate } from '@platform/db';
import getPort from 'get-port';
import type { Cleanup } from '../scratch/cleanup.js';
import { requirePrograms, root } from '../scratch/programs.js';
import { commandLine, issueKey } from '../scratch/services.js';
import type { Drill, Row } from './drill.js';
import { startIncrements } from './increments.js';
import { type Cluster, createCluster, urlOf } from './postgres.js';
import { type Replicas, startReplicas } from './replicas.js';

const TIMES = 50;

const ROWS_BY_TABLE = `
  select string_agg(
    format('%s %s', tablename, (xpath('/row/n/text()', query_to_xml(
      format('select count(*) as n from reporting.%I', tablename), false, true, '')))[1]),
    ', ' order by tablename)
  from pg_tables
  where schemaname = 'reporting'
    and tablename <> 'import_run'`;

/**
 * SIGKILL of a replica, of PostgreSQL and of Redis under increments, and of an import: what a caller was given is
 * kept and given once, and an import is there whole or not at all.
 */
export const drill: Drill = async function* ({ cleanup, times = TIMES, say }) {
  const cluster = await createCluster(cleanup);
  await cluster.start();
  await migrate(cluster.url);
  const redis = await startRedis(cleanup);
  const env = {
    ...process.env,
    DATABASE_URL: cluster.url,
    REDIS_URL: redis.url,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_DEFAULT: '1000000/60',
    SESSION_SECRET: 'a'.repeat(32),
  };
  const key = await issueKey(commandLine(env));
  const replicas = await startReplicas('versioning', 2, env, cleanup);
  const underIncrements = (what: string, slug: string, kill: () => Promise<unknown>) =>
    killUnderIncrements({ what, slug, kill, key, url: replicas.url, times, say });

  yield await underIncrements('a replica of versioning killed', 'service', () => replicas.kill());
  yield await underIncrements('PostgreSQL killed', 'database', async () => {
    await cluster.kill();
    await cluster.start();
  });
  yield await underIncrements('Redis killed', 'redis', () => redis.kill());
  yield await killImports(cluster, env, times, say);
};

/** Ten callers take versions of one package without a break; after each kill they have to get on. */
async function killUnderIncrements({
  what,
  slug,
  kill,
  key,
  url,
  times,
  say,
}: {
  what: string;
  slug: string;
  kill: () => Promise<unknown>;
  key: string;
  url: Replicas['url'];
  times: number;
  say: (text: string) => void;
}): Promise<Row> {
  const load = startIncrements({ url, key, slug }, 10);
  let slowest = 0;
  for (let time = 1; time <= times; time++) {
    await wait(200 + Math.random() * 500);
    const began = performance.now();
    await kill();
    const before = load.taken();
    while (load.taken() < before + 10) await wait(20);
    slowest = Math.max(slowest, performance.now() - began);
    if (time % 10 === 0) say(`${what}: ${time} of ${times}`);
  }
  const counted = await load.finish();
  return {
    what: `${what} under increments`,
    times,
    counted: {
      increments: counted.taken,
      lost: counted.lost,
      twice: counted.twice,
      failed: counted.failed,
      'longest recovery': `${(slowest / 1000).toFixed(1)} s`,
    },
    holds: counted.lost === 0 && counted.twice === 0 && counted.failed === 0,
  };
}

/** Kills the import of examples/import at moments spread over its run. */
async function killImports(
  cluster: Cluster,
  env: NodeJS.ProcessEnv,
  times: number,
  say: (text: string) => void,
): Promise<Row> {
  await cluster.query('create database pristine');
  await migrate(urlOf(cluster.port, 'pristine'));
  const clear = async () => {
    await cluster.query('drop database if exists imported with (force)');
    await cluster.query('create database imported template pristine');
  };
  const content = () => cluster.query(ROWS_BY_TABLE, 'imported');
  const importFolder = async (killAfter?: number) => {
    const cli = path.join(root, 'apps', 'reporting', 'dist', 'cli.js');
    const child = spawn(process.execPath, [cli, 'import', 'examples/import'], {
      cwd: root,
      env: { ...env, DATABASE_URL: urlOf(cluster.port, 'imported') },
      stdio: 'ignore',
    });
    const exited = new Promise(resolve => child.once('exit', resolve));
    if (killAfter !== undefined) {
      await Promise.race([wait(killAfter), exited]);
      child.kill('SIGKILL');
    }
    await exited;
    return child.exitCode;
  };

  await clear();
  const nothing = await content();
  const began = performance.now();
  if ((await importFolder()) !== 0) throw new Error('The import of examples/import failed.');
  const duration = performance.now() - began;
  const everything = await content();
  await clear();

  const found = { nothing: 0, everything: 0, 'a part': 0 };
  for (let time = 1; time <= times; time++) {
    await importFolder(duration * (0.3 + 1.2 * (time / times)));
    const now = await settled(content);
    found[now === nothing ? 'nothing' : now === everything ? 'everything' : 'a part'] += 1;
    await clear();
    if (time % 10 === 0) say(`import killed: ${time} of ${times}`);
  }
  return {
    what: 'an import killed',
    times,
    counted: {
      'found after it: nothing': found.nothing,
      everything: found.everything,
      'a part': found['a part'],
    },
    holds: found['a part'] === 0,
  };
}

/** The server notices a dead client a moment later; a commit under way may still end. */
async function settled(content: () => Promise<string>): Promise<string> {
  let before = await content();
  for (;;) {
    await wait(150);
    const now = await content();
    if (now === before) return now;
    before = now;
  }
}

async function startRedis(cleanup: Cleanup) {
  const { redis } = requirePrograms({ redis: ['redis-server'] }, 'redis-server');
  const port = await getPort();
  const start = () =>
    spawn(redis, ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], {
      stdio: 'ignore',
    });
  let server = start();
  cleanup.add(() => server.kill('SIGTERM'));
  return {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      const exited = new Promise(resolve => server.once('exit', resolve));
      server.kill('SIGKILL');
      await exited;
      await wait(300);
      server = start();
    },
  };
}
