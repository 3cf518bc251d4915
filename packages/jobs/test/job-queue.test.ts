import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { type Database, transaction } from '@platform/db';
import {
  connect,
  createTestDatabase,
  type TestDatabase,
  tcpProxy,
  untilConnection,
} from '@platform/db/testing';
import { createLog, createMetrics, type Metrics } from '@platform/http';
import { waitUntil } from '@platform/http/testing';
import { keptBy } from '@platform/service/testing';
import type { Job, JobRun, ScheduledJob, ScheduledRun } from '../src/job';
import { JobQueue } from '../src/job-queue';

const silent = createLog({ service: 'test', level: 'silent' });
/** In seconds. */
const INTERVAL = 0.5;

let database: TestDatabase;
let db: Database;
let queues: JobQueue[];
beforeEach(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  queues = [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(queues.map(queue => queue.stop()));
  await db.close();
  await database.drop();
});

/** Emits each run when it begins, identified by its replica and data. */
class Runs extends EventEmitter {
  readonly all: string[] = [];
  add(run: string): void {
    this.all.push(run);
    this.emit('run', run);
  }
  async until(count: number): Promise<string[]> {
    while (this.all.length < count) await once(this, 'run');
    return this.all;
  }
}

function job(name: string, run: Job['run'], facts: Partial<ScheduledJob> = {}): ScheduledJob {
  return { name, schedule: null, timeout: 60, retries: 0, run, ...facts };
}

function startQueue(
  jobs: readonly ScheduledJob[],
  { url = database.url, metrics = newMetrics(), log = silent } = {},
) {
  const queue = new JobQueue({ databaseUrl: url, log, metrics, interval: INTERVAL });
  queues.push(queue);
  queue.start(jobs);
  return queue;
}

function newMetrics(): Metrics {
  return createMetrics('test');
}

/** Waits until pg-boss has created its tables and the queue. */
async function untilReady(name: string): Promise<void> {
  const isReady = async () => {
    const { rows } = await db.pool
      .query<{ exists: boolean }>(
        'select exists (select from reporting_jobs_12.queue where name = $1)',
        [name],
      )
      .catch(() => ({ rows: [{ exists: false }] }));
    return rows[0]!.exists;
  };
  await waitUntil(isReady);
}

test('each enqueued job runs once across two replicas', async () => {
  const runs = new Runs();
  const greet = (replica: string) =>
    job('greet', async ({ data }) => {
      runs.add((data as { name: string }).name);
      return { replica };
    });
  const queue = startQueue([greet('a')]);
  startQueue([greet('b')]);
  await untilReady('greet');
  const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
  await transaction(db, tx =>
    queue.enqueue(
      tx,
      'greet',
      names.map(name => ({ name })),
    ),
  );
  await runs.until(20);
  expect([...runs.all].sort()).toEqual([...names].sort());
});

test('a job enqueued in a rolled-back transaction does not run', async () => {
  const runs = new Runs();
  const queue = startQueue([
    job('greet', async ({ data }) => {
      runs.add((data as { name: string }).name);
      return {};
    }),
  ]);
  await untilReady('greet');
  const failing = transaction(db, async tx => {
    await queue.enqueue(tx, 'greet', [{ name: 'lost' }]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await transaction(db, tx => queue.enqueue(tx, 'greet', [{ name: 'kept' }]));
  expect(await runs.until(1)).toEqual(['kept']);
});

test('a scheduled job that was missed runs once across two replicas', async () => {
  const runs = new Runs();
  const begun = Date.now();
  const yearly = () =>
    job('yearly', async ({ data }) => (runs.add((data as ScheduledRun).at), {}), {
      schedule: '0 0 1 1 *',
    });
  const first = startQueue([yearly()]);
  await untilReady('yearly');
  await first.stop();
  queues = [];
  await db.pool.query("update reporting_jobs_12.version set cron_on = now() - interval '2 years'");
  await db.pool.query("update reporting_jobs_12.schedule set created_on = '-infinity'");
  startQueue([yearly()]);
  startQueue([yearly(), job('last', async () => (runs.add('last'), {}))]);
  const [at] = await runs.until(1);
  await untilReady('last');
  expect(Date.parse(at!)).toBeGreaterThanOrEqual(begun);
  await transaction(db, tx => queues[1]!.enqueue(tx, 'last', [{}]));
  expect(await runs.until(2)).toEqual([at, 'last']);
});

test('a job whose schedule was removed is no longer scheduled', async () => {
  const scheduled = async () =>
    (await db.pool.query<{ cron: string }>('select cron from reporting_jobs_12.schedule')).rows;
  const first = startQueue([job('weekly', () => Promise.resolve({}), { schedule: '0 2 * * 0' })]);
  await untilReady('weekly');
  await waitUntil(async () => (await scheduled()).length === 1);
  expect(await scheduled()).toEqual([{ cron: '0 2 * * 0' }]);
  await first.stop();
  queues = [];
  startQueue([job('weekly', () => Promise.resolve({}))]);
  await waitUntil(async () => (await scheduled()).length === 0);
});

test('a failed job is counted and retried', async () => {
  const metrics = newMetrics();
  const runs = new Runs();
  const failing = job(
    'failing',
    async () => {
      runs.add('failing');
      throw new Error('no luck');
    },
    { retries: 3 },
  );
  const queue = startQueue([failing], { metrics });
  await untilReady('failing');
  await transaction(db, tx => queue.enqueue(tx, 'failing', [{}]));
  await runs.until(1);
  const states = async () =>
    (await db.pool.query<{ state: string }>('select state::text from reporting_jobs_12.job')).rows;
  await waitUntil(async () => (await states())[0]!.state !== 'active');
  expect(await states()).toEqual([{ state: 'retry' }]);
  expect(await metrics.registry.metrics()).toContain(
    'test_jobs_total{name="failing",outcome="failed"} 1',
  );
});

test('a job ended by stop counts as stopped and logs no error', async () => {
  const metrics = newMetrics();
  const runs = new Runs();
  const errors = jest.fn();
  const untilStop = job('long', async ({ signal }) => {
    runs.add('long');
    await once(signal, 'abort');
    signal.throwIfAborted();
    return {};
  });
  const watched = { ...silent, error: errors, child: () => watched } as unknown as typeof silent;
  const queue = startQueue([untilStop], { metrics, log: watched });
  await untilReady('long');
  await transaction(db, tx => queue.enqueue(tx, 'long', [{}]));
  await runs.until(1);
  await Promise.all(queues.splice(0).map(started => started.stop()));
  const counted = await metrics.registry.metrics();
  expect(counted).toContain('test_jobs_total{name="long",outcome="stopped"} 1');
  expect(counted).not.toMatch(/outcome="failed"} [^0]/);
  expect(errors).not.toHaveBeenCalled();
});

test('the stop signal does not retain finished runs', async () => {
  const runs = new Runs();
  const quick = job('quick', () => {
    runs.add('quick');
    return Promise.resolve({});
  });
  const queue = startQueue([quick]);
  await untilReady('quick');
  await transaction(db, tx => queue.enqueue(tx, 'quick', Array(30).fill({})));
  await runs.until(30);
  const { signal } = Reflect.get(queue, 'stopping') as AbortController;
  expect(keptBy(signal)).toBeLessThan(10);
});

test('the queue continues without delay if the clock is set back while a run fails', async () => {
  const runs = new Runs();
  const clock = jest.spyOn(Date, 'now');
  const failing = job('failing', async ({ data }) => {
    const { name } = data as { name: string };
    runs.add(name);
    if (name !== 'first') return {};
    clock.mockImplementation(() => performance.timeOrigin + performance.now() - 86_400_000);
    throw new Error('no luck');
  });
  const queue = startQueue([failing]);
  await untilReady('failing');
  const enqueue = (name: string) => transaction(db, tx => queue.enqueue(tx, 'failing', [{ name }]));
  await enqueue('first');
  await runs.until(1);
  await enqueue('second');
  expect(await runs.until(2)).toEqual(['first', 'second']);
});

test('stop aborts a run, and a different replica repeats it', async () => {
  const runs = new Runs();
  const slow = job(
    'slow',
    async ({ signal }: JobRun<object>) => {
      runs.add('begun');
      if (runs.all.length === 1) await once(signal, 'abort');
      signal.throwIfAborted();
      return {};
    },
    { retries: 3 },
  );
  const first = startQueue([slow]);
  await untilReady('slow');
  await transaction(db, tx => first.enqueue(tx, 'slow', [{}]));
  await runs.until(1);
  await first.stop();
  queues = [];
  // The pause before another attempt is shortened.
  await db.pool.query('update reporting_jobs_12.job set start_after = now()');
  startQueue([slow]);
  await runs.until(2);
});

test('stop stores the end of every run, even if there are more runs than connections', async () => {
  const runs = new Runs();
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const slow = (name: string) =>
    job(
      name,
      async ({ signal }: JobRun<object>) => {
        runs.add(name);
        await once(signal, 'abort');
        signal.throwIfAborted();
        return {};
      },
      { retries: 1 },
    );
  const queue = startQueue(names.map(slow));
  await untilReady('f');
  await transaction(db, async tx => {
    for (const name of names) await queue.enqueue(tx, name, [{}]);
  });
  await runs.until(names.length);
  const { stopped } = await transaction(db, async tx => {
    await tx.client.query('lock table reporting_jobs_12.job in exclusive mode');
    const stopping = queue.stop();
    await untilConnection(database.directUrl, "wait_event_type = 'Lock'");
    return { stopped: stopping };
  });
  await stopped;
  queues = [];
  const { rows } = await db.pool.query<{ name: string; state: string }>(
    'select name, state::text from reporting_jobs_12.job order by name',
  );
  expect(rows).toEqual(names.map(name => ({ name, state: 'retry' })));
});

test('all jobs can use their declared connections concurrently', async () => {
  const runs = new Runs();
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const hold = ({ db: held }: JobRun<object>, name: string) =>
    transaction(held, async () => {
      runs.add(name);
      await runs.until(8);
    });
  const jobs = names.map(name => job(name, async work => (await hold(work, name), {})));
  const three = job(
    'g',
    async work => (await Promise.all([hold(work, 'g1'), hold(work, 'g2')]), {}),
    { connections: 2 },
  );
  const queue = startQueue([...jobs, three]);
  await untilReady('g');
  await transaction(db, async tx => {
    for (const name of [...names, 'g']) await queue.enqueue(tx, name, [{}]);
  });
  expect([...(await runs.until(8))].sort()).toEqual([...names, 'g1', 'g2']);
});

test('a run whose process died is repeated', async () => {
  const runs = new Runs();
  startQueue([job('greet', async () => (runs.add('again'), {}), { retries: 1 })]);
  await untilReady('greet');
  // A process that took the run and died leaves it active beyond its timeout.
  await db.pool.query(`insert into reporting_jobs_12.job (name, data, state, started_on, expire_seconds, retry_limit)
    values ('greet', '{}', 'active', now() - interval '1 hour', 60, 1)`);
  await runs.until(1);
});

test('the queue starts once a statement that failed at first succeeds', async () => {
  const runs = new Runs();
  await db.pool.query(`
    create sequence public.attempts;
    create schema reporting_jobs_12;
    create view reporting_jobs_12.version as select 1 / (0 * nextval('public.attempts')) as version`);
  const queue = startQueue([job('greet', async () => (runs.add('greet'), {}))]);
  const hasTried = async () => {
    const { rows } = await db.pool.query<{ is_called: boolean }>(
      'select is_called from public.attempts',
    );
    return rows[0]!.is_called;
  };
  await waitUntil(hasTried);
  await db.pool.query('drop schema reporting_jobs_12 cascade');
  await untilReady('greet');
  await transaction(db, tx => queue.enqueue(tx, 'greet', [{}]));
  expect(await runs.until(1)).toEqual(['greet']);
});

test('after a start that failed midway, schedules run, and stop leaves no timers', async () => {
  const runs = new Runs();
  const yearly = job('yearly', async () => (runs.add('yearly'), {}), { schedule: '0 0 1 1 *' });
  const first = startQueue([yearly]);
  await untilReady('yearly');
  await first.stop();
  await db.pool.query(`
    update reporting_jobs_12.version set cron_on = now() - interval '2 years';
    update reporting_jobs_12.schedule set created_on = '-infinity';
    create sequence public.attempts;
    create function public.fail_once() returns trigger language plpgsql as $$
    begin
      if nextval('public.attempts') = 1 then raise 'no luck'; end if;
      return new;
    end $$;
    create trigger fail_once before insert on reporting_jobs_12.queue
      for each row execute function public.fail_once()`);
  const started = jest.spyOn(globalThis, 'setInterval');
  const cleared = jest.spyOn(globalThis, 'clearInterval');
  const second = startQueue([yearly]);
  queues = [];
  await runs.until(1);
  await second.stop();
  const timers = started.mock.results.map(({ value }) => value as unknown);
  expect(timers).not.toEqual([]);
  expect(cleared.mock.calls.flat()).toEqual(expect.arrayContaining(timers));
});

test('a database outage is logged once', async () => {
  const proxy = await tcpProxy(database.url);
  const log = { error: jest.fn() };
  const watched = { ...silent, ...log, child: () => watched } as unknown as typeof silent;
  startQueue([job('greet', () => Promise.resolve({}))], { url: proxy.url, log: watched });
  await untilReady('greet');
  await proxy.stop();
  let attempts = 0;
  const dead = createServer(socket => {
    attempts++;
    socket.destroy();
  });
  await once(dead.listen(Number(new URL(proxy.url).port), '127.0.0.1'), 'listening');
  await waitUntil(() => Promise.resolve(attempts >= 4));
  expect(log.error.mock.calls.map(([, message]) => String(message))).toEqual([
    'jobs are waiting for the database',
  ]);
  await once(dead.close(), 'close');
});

test('the queue starts when the database becomes available, and continues after an outage', async () => {
  const proxy = await tcpProxy(database.url);
  const runs = new Runs();
  const greet = job('greet', async ({ data }) => {
    runs.add((data as { name: string }).name);
    return {};
  });
  await proxy.stop();
  startQueue([greet], { url: proxy.url });
  await proxy.resume();
  await untilReady('greet');
  const sender = queues[0]!;
  await transaction(db, tx => sender.enqueue(tx, 'greet', [{ name: 'first' }]));
  await runs.until(1);
  await proxy.stop();
  await transaction(db, tx => sender.enqueue(tx, 'greet', [{ name: 'second' }]));
  await proxy.resume();
  expect(await runs.until(2)).toEqual(['first', 'second']);
  await sender.stop();
  queues = [];
  await proxy.close();
});
