import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createLog, createMetrics } from '@platform/http';
import type { ScheduledJob } from '../../../packages/jobs/src/index.js';
import { JobQueue } from './built-queue.js';

/**
 * A process that runs the drill's jobs on the service's queue. It reports each place of a run, and goes on at the
 * drill's message. DATABASE_URL names the database.
 */

/** A run has begun; its transaction is open; it has ended, and the queue does not know. */
export type Place = 'begun' | 'within its transaction' | 'done';

export interface Reached {
  readonly place: Place;
  readonly run: number;
}

const count: ScheduledJob<{ run: number }> = {
  ...{ name: 'count', schedule: null, timeout: 2, retries: 20 },
  async run({ data: { run }, db }) {
    await db.pool.query('insert into begun (job, run) values ($1, $2)', ['count', run]);
    await reach('begun', run);
    const client = await db.pool.connect();
    try {
      await client.query('begin');
      await client.query('insert into effect (run) values ($1) on conflict do nothing', [run]);
      await reach('within its transaction', run);
      await client.query('commit');
    } finally {
      client.release();
    }
    await reach('done', run);
    return {};
  },
};

const noting = (
  name: string,
  facts: Partial<ScheduledJob>,
  work: () => Promise<void>,
): ScheduledJob => ({
  ...{ name, schedule: null, timeout: 1, retries: 0, ...facts },
  async run({ db }) {
    await db.pool.query('insert into begun (job) values ($1)', [name]);
    await work();
    return {};
  },
});

const failing = noting('failing', { retries: 2 }, () =>
  Promise.reject(new Error('This job always fails.')),
);
/** Heeds no signal. */
const hanging = noting('hanging', { retries: 1 }, () => wait(3_600_000));

async function reach(place: Place, run: number): Promise<void> {
  process.send!({ place, run } satisfies Reached);
  await once(process, 'message');
}

const queue = new JobQueue({
  databaseUrl: process.env.DATABASE_URL!,
  log: createLog({ service: 'drill', level: 'silent' }),
  metrics: createMetrics('drill'),
  interval: 0.5,
});
queue.start([count, failing, hanging]);
process.once('disconnect', () => process.exit());
