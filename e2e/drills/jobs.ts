import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, transaction } from '@platform/db';
import { createLog, createMetrics } from '@platform/http';
import type { Cleanup } from '../scratch/cleanup.js';
import { startPgBouncer } from '../scratch/pgbouncer.js';
import { migrate } from '../scratch/services.js';
import type { Drill, DrillContext, Row } from './drill.js';
import { JobQueue } from './jobs/built-queue.js';
import type { Place, Reached } from './jobs/worker.js';
import { type Cluster, createCluster } from './postgres.js';

const TIMES = 5;

const PLACES: readonly (Place | 'enqueued')[] = [
  'enqueued',
  'begun',
  'within its transaction',
  'done',
];

/** Two workers, straight and through PgBouncer in transaction mode; both at once, since most of it is waiting. */
export const drill: Drill = async function* (context): AsyncGenerator<Row> {
  const ways = [false, true].map(isPooled => drillWay(context, isPooled));
  for (const rows of await Promise.all(ways)) yield* rows;
};

async function drillWay(
  { cleanup, times = TIMES, say }: DrillContext,
  isPooled: boolean,
): Promise<Row[]> {
  const cluster = await createCluster(cleanup);
  await cluster.start();
  await migrate(cluster.url);
  await cluster.query(`
    create table effect (run integer primary key);
    create table begun (job text, run integer, at timestamptz default clock_timestamp())`);
  const url = isPooled ? await startPgBouncer(cluster.url, cleanup) : cluster.url;
  const way = isPooled ? 'through PgBouncer' : 'straight';
  const workers = startWorkers({ ...process.env, DATABASE_URL: url }, cleanup);
  const enqueue = await startSender(cluster, cleanup);
  const rows: Row[] = [];
  let run = 0;
  for (const place of PLACES) {
    const what = `${way}: a worker killed with a run ${place}`;
    const killed = new Set<number>();
    const first = run + 1;
    for (let time = 1; time <= times; time++) {
      // Two beside the one that is killed.
      const runs = [++run, ++run, ++run].map(number => ({ run: number }));
      const sent = enqueue('count', runs);
      const victims =
        place === 'enqueued'
          ? await sent.then(() => workers.killAny())
          : [await workers.killAt(place)];
      for (const victim of victims) killed.add(victim);
      if (time % 10 === 0) say(`${what}: ${time} of ${times}`);
    }
    // What is left of a place would be killed at the next one.
    const row = await countRuns(cluster, { what, times, first, last: run, killed });
    const isKilledAtPlace =
      place === 'enqueued' || row.counted['repeated after a kill'] === killed.size;
    rows.push({ ...row, holds: row.holds && isKilledAtPlace });
  }
  await enqueue('failing', [{}]);
  await enqueue('hanging', [{}]);
  rows.push(await countFaulty(cluster, way));
  for (const row of rows) say(`${row.what}: ${JSON.stringify(row.counted)}`);
  return rows;
}

/** Runs at a place of which workers were killed. */
interface Struck {
  readonly what: string;
  readonly times: number;
  readonly first: number;
  readonly last: number;
  readonly killed: ReadonlySet<number>;
}

/** Waits until each run had its effect, and none is left in the queue. */
async function countRuns(
  cluster: Cluster,
  { what, times, first, last, killed }: Struck,
): Promise<Row> {
  const left =
    "select count(*) from reporting_jobs_12.job where name = 'count' and state < 'completed'";
  while ((await cluster.query(left)) !== '0') await wait(1_000);
  const range = `run between ${first} and ${last}`;
  const effects = Number(await cluster.query(`select count(*) from effect where ${range}`));
  const repeated = (
    await cluster.query(`select run from begun where ${range} group by run having count(*) > 1`)
  )
    .split('\n')
    .filter(Boolean);
  const runs = last - first + 1;
  const counted = {
    runs,
    killed: killed.size,
    forgotten: runs - effects,
    'repeated after a kill': repeated.filter(run => killed.has(Number(run))).length,
    'otherwise repeated': repeated.filter(run => !killed.has(Number(run))).length,
  };
  return {
    what,
    times,
    counted,
    holds: counted.forgotten + counted['otherwise repeated'] === 0,
  };
}

/** Waits until the queue gave both up. */
async function countFaulty(cluster: Cluster, way: string): Promise<Row> {
  const failed =
    "select count(*) from reporting_jobs_12.job where name in ('failing', 'hanging') and state = 'failed'";
  while ((await cluster.query(failed)) !== '2') await wait(1_000);
  const attempts = async (job: string) =>
    Number(await cluster.query(`select count(*) from begun where job = '${job}'`));
  const pauses = await cluster.query(`
    select string_agg(round(extract(epoch from at - before))::text, ', ' order by at)
    from (select at, lag(at) over (order by at) as before from begun where job = 'failing') as attempt`);
  const counted = {
    'attempts of the one that fails': await attempts('failing'),
    'seconds between them': pauses,
    'attempts of the one that hangs': await attempts('hanging'),
  };
  return {
    what: `${way}: a job that always fails, and one that hangs, beside the others`,
    times: 1,
    counted,
    holds:
      counted['attempts of the one that fails'] === 3 &&
      counted['attempts of the one that hangs'] === 2,
  };
}

interface Workers {
  /** Kills the worker whose run comes to a place first, and starts another; resolves with the run. */
  killAt(place: Place): Promise<number>;
  /** Kills one of the workers, and starts another; resolves with the runs that it may have had. */
  killAny(): Promise<number[]>;
}

function startWorkers(env: NodeJS.ProcessEnv, cleanup: Cleanup): Workers {
  const running = new Map<ChildProcess, number | null>();
  let armed: { place: Place; struck: (worker: ChildProcess, run: number) => void } | null = null;
  const start = () => {
    const file = path.join(import.meta.dirname, 'jobs', 'worker.ts');
    const worker = spawn(process.execPath, ['--import', 'tsx', file], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    running.set(worker, null);
    worker.on('message', ({ place, run }: Reached) => {
      running.set(worker, run);
      if (armed?.place !== place) return void worker.send('go');
      armed.struck(worker, run);
      armed = null;
    });
  };
  const replace = async (worker: ChildProcess) => {
    running.delete(worker);
    const exited = new Promise(resolve => worker.once('exit', resolve));
    worker.kill('SIGKILL');
    await exited;
    start();
  };
  start();
  start();
  cleanup.add(() => {
    for (const worker of running.keys()) worker.kill('SIGKILL');
  });
  return {
    async killAt(place) {
      const [worker, run] = await new Promise<[ChildProcess, number]>(resolve => {
        armed = { place, struck: (...struck) => resolve(struck) };
      });
      await replace(worker);
      return run;
    },
    async killAny() {
      const [worker, run] = [...running][Math.round(Math.random())]!;
      await replace(worker);
      return run === null ? [] : [run];
    },
  };
}

/** Enqueues as the service does, in a transaction; works on nothing. */
async function startSender(cluster: Cluster, cleanup: Cleanup) {
  const { url } = cluster;
  const db = createDatabase({
    ...{ url, poolSize: 1, statementTimeout: 10_000, applicationName: 'drill' },
  });
  cleanup.add(() => db.close());
  const queue = new JobQueue({
    databaseUrl: url,
    log: createLog({ service: 'drill', level: 'silent' }),
    metrics: createMetrics('drill'),
  });
  queue.start([]);
  cleanup.add(() => queue.stop());
  const queues =
    "select count(*) from reporting_jobs_12.queue where name in ('count', 'failing', 'hanging')";
  while ((await cluster.query(queues).catch(() => '0')) !== '3') await wait(200);
  return (name: string, data: readonly object[]) =>
    transaction(db, tx => queue.enqueue(tx, name, data));
}
