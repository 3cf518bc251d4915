import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import type { Cleanup } from '../scratch/cleanup.js';
import { requirePrograms } from '../scratch/programs.js';
import {
  commandLine,
  issueKey,
  makeReader,
  migrate,
  type Reader,
  WITHOUT_LIMITS,
} from '../scratch/services.js';
import type { Drill, DrillContext, Row } from './drill.js';
import { type IncrementLoad, startIncrements } from './increments.js';
import { startPasswordChanges } from './passwords.js';
import { type Cluster, createCluster, psql, urlOf } from './postgres.js';
import { type Replicas, startReplicas } from './replicas.js';
import { startSecrets } from './secrets.js';
import { countFound, describeFound, prepareCommand, type WholeCommand } from './whole-command.js';

const TIMES = 50;

/** The accounts whose passwords are changed: more than there is time for. */
const COPIES = 2_000;

/**
 * SIGKILL of a replica of each service, of PostgreSQL and of Redis while versions are taken, secrets replaced
 * and passwords changed; and of an import and a snapshot, or of PostgreSQL under them.
 */
export const drill: Drill = async function* ({ cleanup, times = TIMES, say }): AsyncGenerator<Row> {
  const progress = { times, say };
  const cluster = await createCluster(cleanup);
  await cluster.start();
  await migrate(cluster.url);
  const redis = await startRedis(cleanup);
  const env = environment(cluster.url, redis.url);
  const restartServer = async () => {
    await cluster.kill();
    await cluster.start();
  };

  const load = await prepareLoad(cluster, env, cleanup);
  const { versioning, reporting, reader } = load;
  for (const [what, kill] of [
    ['A replica of versioning killed', () => versioning.kill()],
    ['A replica of reporting killed', () => reporting.kill()],
    ['PostgreSQL killed', restartServer],
    ['Redis killed', () => redis.kill()],
  ] satisfies [string, () => Promise<void>][]) {
    yield await underLoad(what, load, progress, kill);
  }

  for (const [name, command] of Object.entries(await prepareCommands(cluster, env, reader))) {
    yield await underCommand(`${name} killed`, command, progress);
    yield await underCommand(`PostgreSQL killed under ${name}`, command, progress, restartServer);
  }
};

interface Progress {
  readonly times: number;
  readonly say: DrillContext['say'];
}

function environment(databaseUrl: string, redisUrl: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    ...WITHOUT_LIMITS,
  };
}

/** Two replicas of each service, and the callers that use them. */
interface Load {
  readonly versioning: Replicas;
  readonly reporting: Replicas;
  readonly key: string;
  readonly reader: Reader;
  /** Accounts whose password has not been changed yet. */
  readonly copies: string[];
}

async function prepareLoad(
  cluster: Cluster,
  env: NodeJS.ProcessEnv,
  cleanup: Cleanup,
): Promise<Load> {
  const key = await issueKey(commandLine(env));
  const reader = await makeReader(commandLine(env));
  await cluster.query(`
    insert into reporting.account (uuid, email, name, password_hash)
    select gen_random_uuid(), 'copy-' || n || '@example.org', 'Copy ' || n, password_hash
    from reporting.account, generate_series(1, ${COPIES}) as n
    where email = '${reader.email}'`);
  const copies = Array.from({ length: COPIES }, (_, index) => `copy-${index + 1}@example.org`);
  const versioning = await startReplicas('versioning', 2, env, cleanup);
  const reporting = await startReplicas('reporting', 2, env, cleanup);
  return { versioning, reporting, key, reader, copies };
}

/** Every load at once, and ten more versions after each kill. */
async function underLoad(
  what: string,
  { versioning, reporting, key, reader, copies }: Load,
  progress: Progress,
  kill: () => Promise<unknown>,
): Promise<Row> {
  const slug = what.toLowerCase().replaceAll(' ', '-');
  const increments = startIncrements({ url: versioning.url, key, slug }, 10);
  const secrets = await startSecrets(reporting.url, reader);
  const emails = copies.splice(0, COPIES / 4);
  const passwords = startPasswordChanges(reporting.url, emails, reader.password);
  const slowest = await killOften(what, increments, progress, kill);
  const { taken, failed, ...ofIncrements } = await increments.finish();
  const ofSecrets = await secrets.finish();
  const ofPasswords = await passwords.finish();
  const lost = ofIncrements.lost + ofSecrets.lost + ofPasswords.lost;
  const twice = ofIncrements.twice + ofSecrets.twice + ofPasswords.twice;
  return {
    what: `${what} while versions are taken, secrets replaced and passwords changed`,
    times: progress.times,
    counted: {
      increments: taken,
      secrets: ofSecrets.secrets,
      'password changes': ofPasswords.changes,
      lost,
      twice,
      failed,
      'longest recovery': `${(slowest / 1000).toFixed(1)} s`,
    },
    holds: lost + twice + failed === 0 && ofSecrets.secrets > 0 && ofPasswords.changes > 0,
  };
}

/** The longest time from a kill until ten more versions were taken, in milliseconds. */
async function killOften(
  what: string,
  increments: IncrementLoad,
  { times, say }: Progress,
  kill: () => Promise<unknown>,
): Promise<number> {
  let slowest = 0;
  for (let time = 1; time <= times; time++) {
    await wait(200 + Math.random() * 500);
    const began = performance.now();
    await kill();
    const before = increments.taken();
    while (increments.taken() < before + 10) await wait(20);
    slowest = Math.max(slowest, performance.now() - began);
    if (time % 10 === 0) say(`${what}: ${time} of ${times}`);
  }
  return slowest;
}

/** Commands that do all of their work or nothing. */
async function prepareCommands(cluster: Cluster, env: NodeJS.ProcessEnv, { company }: Reader) {
  const url = (database: string) => urlOf(cluster.port, database);
  const importing = await prepareCommand({ args: ['import', 'examples/import'], env, url });
  const snapshot = await prepareCommand({
    args: ['snapshot', 'take', '--company', company],
    env,
    url,
    // The demonstration has the snapshot of today.
    prepare: async databaseUrl => {
      await commandLine({ ...env, DATABASE_URL: databaseUrl })('reporting', ['demo']);
      await psql(
        databaseUrl,
        'truncate reporting.compliance_snapshot, reporting.monthly_statistic',
      );
    },
  });
  return { 'an import': importing, 'a snapshot': snapshot };
}

/** Kills a command, or what it works with, at moments spread over its run. */
async function underCommand(
  what: string,
  command: WholeCommand,
  { times, say }: Progress,
  kill?: () => Promise<unknown>,
): Promise<Row> {
  const found = countFound();
  for (let time = 1; time <= times; time++) {
    const running = await command.start();
    await Promise.race([wait(command.duration * (0.3 + 1.2 * (time / times))), running.exited]);
    if (kill) await kill();
    else running.kill();
    await running.exited;
    found[await running.found()] += 1;
    if (time % 10 === 0) say(`${what}: ${time} of ${times}`);
  }
  return {
    what,
    times,
    counted: {
      ...describeFound(found),
    },
    holds: found['a part'] === 0,
  };
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
