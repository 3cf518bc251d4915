import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  createDatabase,
  type Database,
  isDatabaseUnavailable,
  query,
  readStatement,
  runLibrarySql,
} from '@platform/db';
import type { Log, Metrics } from '@platform/http';
import { withinTime } from '@platform/service';
import PgBoss from 'pg-boss';
import { BossStatements } from './boss-statements';
import { type Clocked, enqueueDue } from './clock';
import type { Enqueue, Job, ScheduledJob, ScheduledRun, Wake } from './job';

export interface JobQueueOptions {
  readonly databaseUrl: string;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Milliseconds between polls. */
  readonly interval?: number;
}

const SCHEMA = 'reporting_jobs';
const INTERVAL = 5_000;
const QUEUE_CONNECTIONS = 3;
/** Milliseconds, for the queue's own statements. */
const STATEMENT_TIMEOUT = 10_000;
/** Milliseconds, for the statements of jobs, which the abort of their signal ends earlier. */
const JOB_STATEMENT_TIMEOUT = 7_200_000;
/** Seconds that an aborted run has to end in before it counts as dead. */
const GRACE = 30;
/** pg-boss measures its pauses by the wall clock, and one that is set back makes them longer: the queue wakes it itself. */
const POLLING = { pollingIntervalSeconds: 3_600 };
/** Milliseconds before the queue starts again where it could not, at most; the first pause is a second. */
const LONGEST_PAUSE = 60_000;
/** Seconds before the first repetition; each further pause is about twice as long. */
const RETRY_DELAY = 10;

const oldestWaiting = readStatement<{ name: string; seconds: number }>(
  __dirname,
  'oldest-waiting.sql',
);

/**
 * A queue of pg-boss. Its own schedules are not used: they skip times at which no replica runs, and may run twice
 * where clocks differ.
 */
export class JobQueue {
  private readonly stopping = createStop();
  private boss: PgBoss;
  /** For the queue's own statements, which must not wait for those of a job. */
  private readonly queue: Database;
  private db: Database | undefined;
  private readonly count: (labels: Record<'name' | 'outcome', string>) => void;
  private readonly workers: string[] = [];
  private readonly statements: BossStatements;
  private oldest: Record<string, number> = {};
  private running: Promise<void> | undefined;
  private isReady = false;
  private isOut = false;

  constructor(private readonly options: JobQueueOptions) {
    const { metrics } = options;
    this.queue = this.connect('reporting queue', QUEUE_CONNECTIONS, STATEMENT_TIMEOUT);
    this.statements = new BossStatements(this.queue, this.stopping.signal);
    this.boss = this.createBoss();
    this.count = metrics.counter('jobs_total', 'Runs of jobs', 'name', 'outcome');
    metrics.gauge(
      'jobs_oldest_waiting_seconds',
      'How long the oldest run of a job that is due has waited',
      'name',
      () => this.oldest,
    );
  }

  /** Runs jobs until `stop`; waits for an unavailable database. */
  start(jobs: readonly ScheduledJob[]): void {
    // None waits for another's: a run would fail that gets no connection in time.
    const connections = jobs.reduce((sum, job) => sum + (job.connections ?? 1), 0);
    this.db ??= this.connect('reporting jobs', connections, JOB_STATEMENT_TIMEOUT);
    this.running ??= this.run(jobs).catch((error: unknown) => {
      if (!this.stopping.signal.aborted) this.options.log.error({ err: error }, 'jobs do not run');
    });
  }

  readonly enqueue: Enqueue = async (tx, name, data) => {
    const runs = data.map(one => ({ name, data: one }));
    const executeSql = (text: string, values: unknown[]) => runLibrarySql(tx, text, values);
    await this.boss.insert(runs, { db: { executeSql } });
  };

  /** Runs a scheduled job after the commit, if this process runs jobs; else at its time. */
  readonly wake: Wake = async (tx, name) => {
    if (this.isReady) await this.enqueue(tx, name, [{}]);
  };

  /** Aborts running jobs, waits for their end, and closes the connections. */
  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.running) {
      await this.running;
      await this.boss.stop({ timeout: GRACE * 1_000 });
      await this.statements.settled();
    }
    await Promise.all([this.queue.close(), this.db?.close()]);
  }

  private connect(applicationName: string, poolSize: number, statementTimeout: number): Database {
    const { databaseUrl, log } = this.options;
    return createDatabase({
      url: databaseUrl,
      poolSize,
      statementTimeout,
      applicationName,
      log,
    });
  }

  private createBoss(): PgBoss {
    const { log, interval = INTERVAL } = this.options;
    const boss = new PgBoss({
      schema: SCHEMA,
      schedule: false,
      maintenanceIntervalSeconds: Math.ceil(interval / 1_000),
      db: { executeSql: (text, values) => this.statements.execute(text, values as unknown[]) },
    });
    boss.on('error', error => log.error({ err: error }, 'job queue failed'));
    return boss;
  }

  private async run(jobs: readonly ScheduledJob[]): Promise<void> {
    const { interval = INTERVAL } = this.options;
    const { stopping } = this;
    await this.untilDone(async () => {
      // One whose start failed does not start again.
      this.boss = this.createBoss();
      await this.boss.start();
    });
    for (const job of jobs) await this.untilDone(() => this.work(job));
    this.isReady = true;
    const clocked = jobs.filter((job): job is ScheduledJob & Clocked => job.schedule !== null);
    while (!stopping.signal.aborted) {
      await this.enqueueAndMeasure(clocked);
      for (const worker of this.workers) this.boss.notifyWorker(worker);
      await wait(interval, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** Repeats a step of the start: a deadlock, or a privilege that is granted later, must not need a restart. */
  private async untilDone(step: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    for (let pause = 1_000; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        await step();
        return;
      } catch (error) {
        signal.throwIfAborted();
        this.options.log.error({ err: error, pause }, 'job queue not started');
        await wait(pause, undefined, { signal });
      }
    }
  }

  private async work(job: Job): Promise<void> {
    const { name, timeout, retries } = job;
    const options = {
      name,
      expireInSeconds: timeout + GRACE,
      retryLimit: retries,
      retryDelay: RETRY_DELAY,
      retryBackoff: true,
    };
    await this.boss.createQueue(name, options);
    // An existing queue keeps its previous options.
    await this.boss.updateQueue(name, options);
    const worker = await this.boss.work<object>(name, POLLING, async ([run]) => {
      await this.runJob(job, run!.data);
      // Takes the next run without a pause.
      this.boss.notifyWorker(worker);
    });
    this.workers.push(worker);
  }

  private async runJob(job: Job, data: object): Promise<void> {
    const { name } = job;
    const log = this.options.log.child({ job: name });
    const start = performance.now();
    const ms = () => Math.round(performance.now() - start);
    try {
      const result = await withinTime(job.timeout * 1_000, this.stopping.signal, signal =>
        job.run({ data, db: this.db!, log, signal, enqueue: this.enqueue }),
      );
      this.count({ name, outcome: 'succeeded' });
      log.info({ ms: ms(), ...result }, 'job succeeded');
    } catch (error) {
      const isStopped = this.stopping.signal.aborted;
      this.count({ name, outcome: isStopped ? 'stopped' : 'failed' });
      if (isStopped) log.info({ ms: ms() }, 'job stopped');
      else log.error({ err: error, ms: ms() }, 'job failed');
      throw error;
    }
  }

  private async enqueueAndMeasure(clocked: readonly Clocked[]): Promise<void> {
    try {
      await enqueueDue(this.queue, clocked, async (tx, names, now) => {
        const run: ScheduledRun = { at: now.toISOString() };
        for (const name of names) await this.enqueue(tx, name, [run]);
      });
      const waiting = await query(this.queue, oldestWaiting);
      this.oldest = Object.fromEntries(waiting.map(({ name, seconds }) => [name, seconds]));
      this.isOut = false;
    } catch (error) {
      const isOut = isDatabaseUnavailable(error);
      // An outage is logged once.
      if (!isOut || !this.isOut) {
        this.options.log.warn({ err: error }, 'the schedules of jobs were not read');
      }
      this.isOut = isOut;
    }
  }
}

/** Each statement that waits for the database listens to it. */
function createStop(): AbortController {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  return stop;
}
