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
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Enqueue, Job, ScheduledJob, Wake } from './job';

export interface JobQueueOptions {
  readonly databaseUrl: string;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Seconds between polls. */
  readonly interval?: number;
}

/** pg-boss 12 cannot migrate the tables of pg-boss 10 in `reporting_jobs`, which the previous release runs on. */
const SCHEMA = 'reporting_jobs_12';
const INTERVAL = 5;
const QUEUE_CONNECTIONS = 3;
/** Milliseconds, for the queue's own statements. */
const STATEMENT_TIMEOUT = 10_000;
/** Milliseconds, for the statements of jobs, which the abort of their signal ends earlier. */
const JOB_STATEMENT_TIMEOUT = 7_200_000;
/** Milliseconds between two looks at how long runs have waited. */
const MEASURE_INTERVAL = 15_000;
/** Seconds that an aborted run has to end in before it counts as dead. */
const GRACE = 30;
/** Milliseconds before the queue starts again where it could not, at most; the first pause is a second. */
const MAX_PAUSE = 60_000;
/** Seconds before the first retry; each further pause is about twice as long. */
const RETRY_DELAY = 10;

const oldestWaiting = readStatement<{ name: string; seconds: number }>(
  __dirname,
  'oldest-waiting.sql',
);

/** Jobs and their schedules on pg-boss; docs/decisions/0020 says what each replica may rely on. */
export class JobQueue {
  private readonly stopping = new AbortController();
  private readonly boss: PgBoss;
  /** For the queue's own statements, which must not wait for those of a job. */
  private readonly queue: Database;
  private db: Database | undefined;
  private readonly count: (labels: Record<'name' | 'outcome', string>) => void;
  private oldest: Record<string, number> = {};
  private running: Promise<void> | undefined;
  private isReady = false;
  private isOut = false;

  constructor(private readonly options: JobQueueOptions) {
    const { log, metrics, interval = INTERVAL } = options;
    this.queue = this.connect('reporting queue', QUEUE_CONNECTIONS, STATEMENT_TIMEOUT);
    this.boss = new PgBoss({
      schema: SCHEMA,
      registerInstance: false,
      clock: MONOTONIC,
      cronMonitorIntervalSeconds: Math.ceil(interval),
      cronWorkerIntervalSeconds: Math.ceil(interval),
      // Finds the runs whose process died.
      superviseIntervalSeconds: Math.ceil(3 * interval),
      monitorIntervalSeconds: Math.ceil(3 * interval),
      db: { executeSql: (text, values) => this.execute(text, values) },
    });
    this.boss.on('error', error => {
      if (!this.isOut && !this.stopping.signal.aborted)
        log.error({ err: error }, 'job queue failed');
    });
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
    const runs = data.map(one => ({ data: one }));
    const executeSql = (text: string, values?: unknown[]) => runLibrarySql(tx, text, values);
    await this.boss.insert(name, runs, { db: { executeSql } });
  };

  /** Runs a scheduled job after the commit, if this process runs jobs; else at its time. */
  readonly wake: Wake = async (tx, name) => {
    if (this.isReady) await this.enqueue(tx, name, [{}]);
  };

  /** Aborts running jobs, waits for their end, and closes the connections. */
  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.running) {
      await this.boss.stop({ timeout: GRACE * 1_000 });
      await this.running;
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

  /** A statement of pg-boss, which tries again at its next poll; an outage is logged once. */
  private async execute(text: string, values?: unknown[]) {
    try {
      const result = await runLibrarySql(this.queue, text, values);
      this.isOut = false;
      return result;
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        if (!this.isOut && !this.stopping.signal.aborted)
          this.options.log.warn({ err: error }, 'jobs wait for the database');
        this.isOut = true;
      }
      throw error;
    }
  }

  private async run(jobs: readonly ScheduledJob[]): Promise<void> {
    const { signal } = this.stopping;
    await this.untilDone(async () => {
      await this.boss.start();
      for (const job of jobs) await this.declare(job);
    });
    for (const job of jobs) await this.work(job);
    this.isReady = true;
    while (!signal.aborted) {
      await this.measure().catch(() => undefined);
      await wait(MEASURE_INTERVAL, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Repeats the start: a deadlock, or a privilege that is granted later, must not need a restart. */
  private async untilDone(step: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    for (let pause = 1_000; ; pause = Math.min(2 * pause, MAX_PAUSE)) {
      try {
        await step();
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (!this.isOut) this.options.log.error({ err: error, pause }, 'job queue not started');
        await wait(pause, undefined, { signal });
      }
    }
  }

  private async declare({ name, schedule, timeout, retries }: ScheduledJob): Promise<void> {
    const options = {
      expireInSeconds: timeout + GRACE,
      retryLimit: retries,
      retryDelay: RETRY_DELAY,
      retryBackoff: true,
    };
    await this.boss.createQueue(name, options);
    // An existing queue keeps its previous options.
    await this.boss.updateQueue(name, options);
    if (schedule === null) await this.boss.unschedule(name);
    // A time at which no replica ran is made up for once.
    else await this.boss.schedule(name, schedule, {}, { tz: 'UTC', missed: 'once' });
  }

  private async work(job: Job): Promise<void> {
    const { interval = INTERVAL } = this.options;
    const options = { pollingIntervalSeconds: interval, includeMetadata: true as const };
    const worker = await this.boss.work<object, unknown, typeof options>(
      job.name,
      options,
      async ([run]) => {
        await this.runJob(job, run!);
        // Takes the next run without a pause.
        this.boss.notifyWorker(worker);
      },
    );
  }

  private async runJob(job: Job, run: JobWithMetadata): Promise<void> {
    const { name } = job;
    const log = this.options.log.child({ job: name });
    const start = performance.now();
    const ms = () => Math.round(performance.now() - start);
    const data = { at: run.createdOn.toISOString(), ...run.data };
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

  private async measure(): Promise<void> {
    const waiting = await query(this.queue, oldestWaiting);
    this.oldest = Object.fromEntries(waiting.map(({ name, seconds }) => [name, seconds]));
  }
}

/** A pause must not grow by hours where the wall clock is set back: pg-boss measures its pauses by `now`. */
const MONOTONIC = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work: () => void, ms: number) => setInterval(work, ms),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};
