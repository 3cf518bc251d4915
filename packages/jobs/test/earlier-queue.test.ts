import type { Database } from '@platform/db';
import { connect, createTestDatabase, type TestDatabase } from '@platform/db/testing';
import { createLog, createMetrics } from '@platform/http';
import { waitUntil } from '@platform/http/testing';
import PgBoss10 from 'pg-boss-10';
import { earlierQueueJob } from '../src/earlier-queue';
import type { Job, JobRun } from '../src/job';
import { JobQueue } from '../src/job-queue';

const log = createLog({ service: 'test', level: 'silent' });

let database: TestDatabase;
let db: Database;
let earlier: PgBoss10;
/** Ends the runs that a replica of the previous release holds. */
let release: () => void;
let released: Promise<void>;
beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  earlier = new PgBoss10({ connectionString: database.url, schema: 'reporting_jobs' });
  await earlier.start();
  await earlier.createQueue('greet');
  released = new Promise(resolve => (release = resolve));
});
afterEach(async () => {
  release();
  await earlier.stop({ timeout: 5_000 });
  await db.close();
  await database.drop();
});

const { signal } = new AbortController();
const work = (enqueue: JobRun<object>['enqueue']): JobRun<object> => ({
  data: {},
  db,
  log,
  signal,
  enqueue,
});

test("runs waiting in the previous release's queue are taken over once", async () => {
  const names = ['a', 'b', 'c', 'd'];
  for (const name of names) await earlier.send('greet', { name });
  // One is taken by a replica of the previous release, and one by a replica that died.
  await earlier.work('greet', () => released);
  const isTaken = "select from reporting_jobs.job where state = 'active' and data->>'name' = 'a'";
  await waitUntil(async () => (await db.pool.query(isTaken)).rows.length === 1);
  await db.pool.query(`
    update reporting_jobs.job set state = 'active', started_on = now() - interval '1 day'
    where data->>'name' = 'b'`);
  const taken: string[] = [];
  const job = earlierQueueJob(['greet']);
  const take = () =>
    job.run(
      work((_tx, _name, data) =>
        Promise.resolve(void taken.push(...data.map(each => (each as { name: string }).name))),
      ),
    );
  const results = await Promise.all([take(), take()]);
  expect(results).toHaveLength(2);
  expect(taken.sort()).toEqual(['b', 'c', 'd']);
  expect(await take()).toEqual({ runs: 0 });
});

test('both releases can run jobs side by side, each run once', async () => {
  const greeted: string[] = [];
  let tell: () => void = () => undefined;
  const greet = (name: string) => {
    greeted.push(name);
    tell();
    return Promise.resolve({});
  };
  const job: Job = {
    name: 'greet',
    timeout: 60,
    retries: 0,
    run: ({ data }) => greet((data as { name: string }).name),
  };
  const queue = new JobQueue({
    databaseUrl: database.url,
    log,
    metrics: createMetrics('test'),
    interval: 0.5,
  });
  await earlier.work<{ name: string }>('greet', ([run]) => greet(run!.data.name));
  queue.start([
    { ...job, schedule: null },
    { ...earlierQueueJob(['greet']), schedule: '* * * * *' },
  ]);
  const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
  for (const name of names) await earlier.send('greet', { name });
  while (greeted.length < names.length) await new Promise<void>(resolve => (tell = resolve));
  await queue.stop();
  expect([...greeted].sort()).toEqual([...names].sort());
});
