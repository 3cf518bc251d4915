import { createDatabase } from '@platform/db';
import type { Log } from '@platform/http';
import { Cron } from 'croner';
import { takeSnapshots } from './take-snapshots';

export interface SnapshotSchedule {
  /** Starts no more of them, and waits until the one that runs is at the end of an organization. */
  stop(): Promise<void>;
}

export interface ScheduleOptions {
  /** Of cron, in UTC. */
  readonly expression: string;
  readonly databaseUrl: string;
  readonly clock: () => Date;
  readonly log: Log;
}

/** Longer than the largest organization takes by far; requests have less time. */
const STATEMENT_TIMEOUT = 3_600_000;

/** Takes the snapshots whenever the expression says; of replicas that share one, the first does. */
export function scheduleSnapshots({
  expression,
  databaseUrl,
  clock,
  log,
}: ScheduleOptions): SnapshotSchedule {
  const stopping = new AbortController();
  let running = Promise.resolve();

  const take = async () => {
    const db = createDatabase({
      url: databaseUrl,
      poolSize: 2,
      statementTimeout: STATEMENT_TIMEOUT,
      applicationName: 'reporting snapshots',
    });
    try {
      const taken = await takeSnapshots({ db, log, clock, signal: stopping.signal });
      log.info(taken ?? {}, taken ? 'snapshots taken' : 'another replica takes the snapshots');
    } catch (error) {
      log.error({ err: error }, 'snapshots failed');
    } finally {
      await db.close();
    }
  };
  const job = new Cron(expression, { timezone: 'UTC', unref: true, protect: true }, () => {
    running = take();
    return running;
  });

  return {
    async stop() {
      job.stop();
      stopping.abort();
      await running;
    },
  };
}
