import { setTimeout as wait } from 'node:timers/promises';
import { trace } from '@opentelemetry/api';
import {
  createDatabase,
  type Database,
  isDatabaseUnavailable,
  query,
  readStatement,
  runLibrarySql,
} from '@platform/db';
import type { Log, Metrics } from '@platform/http';
import { Outage } from '@platform/http/outage';
import { withTimeout } from '@platform/service';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Enqueue, Job, ScheduledJob, Wake } from './job';

const tracer = trace.getTracer('@platform/jobs');

export interface JobQueueOptions {
  readonly databaseUrl: string;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Polling interval in seconds. */
  readonly interval?: number;
}

/** pg-boss 12 cannot migrate the tables of pg-boss 10 in `reporting_jobs`, which the previous release runs on. */
const SCHEMA = 'reporting_jobs_12';
const INTERVAL_SECONDS = 5;
const QUEUE_CONNECTIONS = 3;
const QUEUE_STATEMENT_TIMEOUT_MS = 10_000;
/** Jobs are usually ended earlier by their signal. */
const JOB_STATEMENT_TIMEOUT_MS = 7_200_000;
const MEASURE_INTERVAL_MS = 15_000;
/** How long an aborted run may take to end before it counts as dead. */
const GRACE_SECONDS = 30;
const MAX_START_PAUSE_MS = 60_000;
/** Before the first retry; each further delay is about twice as long. */
const RETRY_DELAY_SECONDS = 10;

const oldestWaiting = readStatement<{ name: string; seconds: number }>(
  __dirname,
  'oldest-waiting.sql',
);

/** Runs jobs on their schedules using pg-boss; see docs/decisions/0020 for its guarantees. */
export class JobQueue {
  private readonly stopping = new AbortController();
  private readonly boss: PgBoss;
  /** For the queue's own statements, which must not wait for those of jobs. */
  private readonly queue: Database;
  private db: Database | undefined;
  private readonly count: (labels: Record<'name' | 'outcome', string>, by?: number) => void;
  private oldest: Record<string, number> = {};
  private running: Promise<void> | undefined;
  private isReady = false;
  private readonly outage: Outage;

  constructor(private readonly options: JobQueueOptions) {
    const { log, metrics, interval = INTERVAL_SECONDS } = options;
    this.outage = new Outage(log, {
      begins: 'jobs are waiting for the database',
      ends: 'jobs have the database again',
    });
    this.queue = this.connect('reporting queue', QUEUE_CONNECTIONS, QUEUE_STATEMENT_TIMEOUT_MS);
    this.boss = new PgBoss({
      schema: SCHEMA,
      registerInstance: false,
      clock: MONOTONIC,
      cronMonitorIntervalSeconds: Math.ceil(interval),
      cronWorkerIntervalSeconds: Math.ceil(interval),
      // Finds runs whose process died.
      superviseIntervalSeconds: Math.ceil(3 * interval),
      monitorIntervalSeconds: Math.ceil(3 * interval),
      db: { executeSql: (text, values) => this.execute(text, values) },
    });
    this.boss.on('error', error => {
      if (!this.outage.isOut && !this.stopping.signal.aborted)
        log.error({ err: error }, 'job queue failed');
    });
    this.count = metrics.counter('jobs_total', 'Job runs', 'name', 'outcome');
    metrics.gauge(
      'jobs_oldest_waiting_seconds',
      'Time that the oldest due run of a job has been waiting',
      'name',
      () => this.oldest,
    );
  }

  /** Runs jobs until `stop`; waits while the database is unavailable. */
  start(jobs: readonly ScheduledJob[]): void {
    for (const { name, schedule } of jobs) {
      this.count({ name, outcome: 'failed' }, 0);
      if (schedule !== null) this.count({ name, outcome: 'succeeded' }, 0);
    }
    // Enough for all jobs, because a run that waits too long for a connection would fail.
    const connections = jobs.reduce((sum, job) => sum + (job.connections ?? 1), 0);
    this.db ??= this.connect('reporting jobs', connections, JOB_STATEMENT_TIMEOUT_MS);
    this.running ??= this.run(jobs).catch((error: unknown) => {
      if (!this.stopping.signal.aborted)
        this.options.log.error({ err: error }, 'job queue stopped unexpectedly');
    });
  }

  readonly enqueue: Enqueue = async (tx, name, data) => {
    const runs = data.map(one => ({ data: one }));
    const executeSql = (text: string, values?: unknown[]) => runLibrarySql(tx, text, values);
    await this.boss.insert(name, runs, { db: { executeSql } });
  };

  /** Runs a scheduled job after the commit if this process runs jobs, or else as scheduled. */
  readonly wake: Wake = async (tx, name) => {
    if (this.isReady) await this.enqueue(tx, name, [{}]);
  };

  /** Aborts running jobs, waits for them to end, and closes the connections. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.boss.stop({ timeout: GRACE_SECONDS * 1_000 });
    await Promise.all([this.queue.close(), this.db?.close()]);
  }

  private connect(applicationName: string, poolSize: number, statementTimeout: number): Database {
    const { databaseUrl, log } = this.options;
    return createDatabase({ url: databaseUrl, poolSize, statementTimeout, applicationName, log });
  }

  /** Runs a statement for pg-boss, which retries at its next poll; an outage is logged once. */
  private async execute(text: string, values?: unknown[]) {
    try {
      const result = await runLibrarySql(this.queue, text, values);
      this.outage.succeed();
      return result;
    } catch (error) {
      if (isDatabaseUnavailable(error) && !this.stopping.signal.aborted) this.outage.fail(error);
      throw error;
    }
  }

  private async run(jobs: readonly ScheduledJob[]): Promise<void> {
    const { signal } = this.stopping;
    await this.retry(async () => {
      // A start that failed midway leaves timers running, and pg-boss would skip its scheduler at the next.
      await this.boss.stop({ graceful: false });
      await this.boss.start();
      for (const job of jobs) await this.declare(job);
    });
    for (const job of jobs) await this.work(job);
    this.isReady = true;
    while (!signal.aborted) {
      await this.measure().catch(() => undefined);
      await wait(MEASURE_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Retries the start, so that a deadlock or a missing privilege does not require a restart. */
  private async retry(step: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    for (let pause = 1_000; ; pause = Math.min(2 * pause, MAX_START_PAUSE_MS)) {
      try {
        await step();
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (!this.outage.isOut)
          this.options.log.error({ err: error, pause }, 'job queue not started');
        await wait(pause, undefined, { signal });
      }
    }
  }

  private async declare({ name, schedule, timeout, retries }: ScheduledJob): Promise<void> {
    const options = {
      expireInSeconds: timeout + GRACE_SECONDS,
      retryLimit: retries,
      retryDelay: RETRY_DELAY_SECONDS,
      retryBackoff: true,
    };
    await this.boss.createQueue(name, options);
    // createQueue does not change an existing queue.
    await this.boss.updateQueue(name, options);
    if (schedule === null) await this.boss.unschedule(name);
    // If no replica ran at the scheduled time, the run is made up for once.
    else await this.boss.schedule(name, schedule, {}, { tz: 'UTC', missed: 'once' });
  }

  private async work(job: Job): Promise<void> {
    const { interval = INTERVAL_SECONDS } = this.options;
    const options = { pollingIntervalSeconds: interval, includeMetadata: true as const };
    const worker = await this.boss.work<object, unknown, typeof options>(
      job.name,
      options,
      async ([run]) => {
        await tracer.startActiveSpan(job.name, span =>
          this.runJob(job, run!).finally(() => span.end()),
        );
        // Fetch the next run without waiting for the poll.
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
      const result = await withTimeout(job.timeout * 1_000, this.stopping.signal, signal =>
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

/** pg-boss measures pauses using `now`; with the wall clock, setting it back would prolong them by hours. */
const MONOTONIC = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work: () => void, ms: number) => setInterval(work, ms),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};
