import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import type { Drill, Row } from '../drill.js';
import { type Cleanup, stopAtEnd } from '../scratch/cleanup.js';
import { requireProgram } from '../scratch/programs.js';
import { prepareServices, type Reader } from '../scratch/services.js';
import { type Replicas, startReplicas } from './haproxy.js';
import { startIncrements } from './increments.js';
import { startCluster, urlOf } from './postgres.js';
import { startSecrets } from './secrets.js';
import { prepareImport, type WholeImport } from './whole-import.js';

/**
 * Kills a replica of each service, PostgreSQL and Redis while versions are taken and secrets replaced; then imports, and
 * PostgreSQL during imports.
 */
export const drill: Drill = async function* ({ cleanup, times = 50, say }): AsyncGenerator<Row> {
  const cluster = await startCluster(cleanup);
  const redis = await startRedis(cleanup);
  const { env, key, reader } = await prepareServices(cluster.url, { REDIS_URL: redis.url });
  const restartServer = async () => {
    await cluster.kill();
    await cluster.start();
  };

  const load: Load = {
    ...{ key, reader },
    versioning: await startReplicas('versioning', env, cleanup),
    reporting: await startReplicas('reporting', env, cleanup),
  };
  for (const [what, kill] of [
    ['a versioning replica killed', () => load.versioning.kill()],
    ['a reporting replica killed', () => load.reporting.kill()],
    ['PostgreSQL killed', restartServer],
    ['Redis killed', () => redis.kill()],
  ] satisfies [string, () => Promise<void>][]) {
    say(what);
    yield await underLoad(what, load, times, kill);
  }

  const importing = await prepareImport(env, database => urlOf(cluster.port, database));
  say('an import killed');
  yield await underImport('an import killed', importing, times);
  say('PostgreSQL killed during an import');
  yield await underImport('PostgreSQL killed during an import', importing, times, restartServer);
};

interface Load {
  readonly versioning: Replicas;
  readonly reporting: Replicas;
  readonly key: string;
  readonly reader: Reader;
}

/** Takes versions and replaces secrets; after each kill, ten more versions must be taken. */
async function underLoad(
  what: string,
  { versioning, reporting, key, reader }: Load,
  times: number,
  kill: () => Promise<unknown>,
): Promise<Row> {
  const slug = what.toLowerCase().replaceAll(' ', '-');
  const taking = startIncrements({ url: versioning.url, key, slug });
  const replacing = await startSecrets(reporting.url, reader);
  let slowest = 0;
  for (let time = 0; time < times; time++) {
    await wait(200 + Math.random() * 500);
    const began = performance.now();
    await kill();
    await taking.progress(10);
    slowest = Math.max(slowest, performance.now() - began);
  }
  const { increments, failed, ...versions } = await taking.finish();
  const { secrets, ...replaced } = await replacing.finish();
  const lost = versions.lost + replaced.lost;
  const twice = versions.twice + replaced.twice;
  return {
    what: `${what} during increments and secret replacement`,
    times,
    counted: {
      ...{ increments, secrets, lost, twice, failed },
      'longest recovery': `${(slowest / 1000).toFixed(1)} s`,
    },
    holds: lost + twice + failed === 0 && secrets > 0,
  };
}

/** Kills imports, or what they depend on, at moments spread over their run. */
async function underImport(
  what: string,
  importing: WholeImport,
  times: number,
  kill?: () => Promise<unknown>,
): Promise<Row> {
  const found = { nothing: 0, everything: 0, 'a part': 0 };
  for (let time = 1; time <= times; time++) {
    const running = await importing.start();
    await Promise.race([wait(importing.duration * (0.3 + 1.2 * (time / times))), running.exited]);
    if (kill) await kill();
    else running.kill();
    await running.exited;
    found[await running.found()] += 1;
  }
  const counted = Object.fromEntries(
    Object.entries(found).map(([left, count]) => [`left ${left}`, count]),
  );
  return { what, times, counted, holds: found['a part'] === 0 };
}

async function startRedis(cleanup: Cleanup) {
  const redis = requireProgram('redis-server', 'redis-server');
  const port = await getPort();
  const args = ['--port', String(port), '--save', '', '--bind', '127.0.0.1'];
  const start = () => {
    const server = spawn(redis, args, { stdio: 'ignore' });
    return { server, exited: stopAtEnd(server, cleanup) };
  };
  let running = start();
  return {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      running.server.kill('SIGKILL');
      await running.exited;
      await wait(300);
      running = start();
    },
  };
}
