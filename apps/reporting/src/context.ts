import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hashSecret } from '@platform/auth/secret';
import { createDatabase, createProbe, type Database, pendingMigrations } from '@platform/db';
import {
  createHealthCheck,
  createLog,
  createMetrics,
  createRedis,
  type HealthReport,
  type Log,
  type Metrics,
  PROBE_TIMEOUT_MS,
} from '@platform/http';
import type { Request } from 'express';
import { version } from '../package.json';
import { createLimits, type Limits } from './access/limits';
import { purge } from './access/purge';
import { createHashQueue, type HashQueue, hashConcurrency } from './access/sign-in/hash-queue';
import {
  createIdentityProvider,
  type IdentityProvider,
} from './access/single-sign-on/identity-provider';
import type { Config } from './config';
import { renewStandingBitmaps } from './reports/compliance/standing-bitmaps';
import { createListQueue, LISTS_AT_ONCE } from './reports/list-queue';
import { createReportSlots, type RunReport } from './reports/report-slots';
import { type SnapshotSchedule, scheduleSnapshots } from './snapshots/schedule-snapshots';

const PURGE_INTERVAL = 3_600_000;

/** The longest that anything but a report may take: who calls is asked of a database that answers. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** Reports that one account runs at once, of whatever REPORT_CONCURRENCY is. */
const REPORTS_PER_ACCOUNT = 2;

/** All that one running service holds. What it remembers between requests may be lost at any time. */
export interface Context {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly db: Database;
  /** What the reports read: a replica where there is one, through connections of their own. */
  readonly reports: Database;
  readonly runReport: RunReport;
  /** Runs a list beside the reports, in its turn. */
  readonly runList: RunReport;
  /** Hashes and checks passwords, a few at once: each takes a core. */
  readonly hashQueue: HashQueue;
  /** Counts the rows that a report sends, for the metrics. */
  readonly countReportRows: (report: string, rows: number) => void;
  /** What time it is; asked once a request. */
  readonly clock: () => Date;
  readonly serviceKeys: readonly { readonly hash: Buffer }[];
  /** The first signs sessions; one that any of them signed is recognized. */
  readonly sessionSecrets: readonly [string, ...string[]];
  readonly limits: Limits;
  readonly identityProvider: IdentityProvider | null;
  health(): Promise<HealthReport & { readonly isDraining: boolean }>;
  pendingMigrations(): Promise<readonly string[]>;
  /** Begins what is done by the clock: clearing away what has had its time, and taking snapshots. */
  startBackgroundJobs(): void;
  startDraining(): void;
  close(): Promise<void>;
}

export interface ContextOverrides {
  readonly clock?: (() => Date) | undefined;
}

/** Opens nothing that has to be there: the database is found when it returns. */
export function createContext(
  config: Config,
  databaseUrl: string,
  { clock = () => new Date() }: ContextOverrides = {},
): Context {
  const log = createLog({ service: 'reporting', level: config.logLevel });
  const metrics = createMetrics({ service: 'reporting', version });
  const connect = (
    applicationName: string,
    url: string,
    { poolSize, statementTimeout }: { poolSize: number; statementTimeout: number },
  ) =>
    createDatabase({
      url,
      poolSize,
      statementTimeout,
      applicationName,
      onIdleError: error => log.warn({ err: error }, 'idle database connection lost'),
    });
  const db = connect('reporting', databaseUrl, {
    poolSize: config.databasePoolSize,
    statementTimeout: Math.min(config.statementTimeout, STATEMENT_TIMEOUT_MS),
  });
  const reports = connect('reporting reports', config.databaseReplicaUrl ?? databaseUrl, {
    poolSize: config.reportConcurrency + LISTS_AT_ONCE,
    statementTimeout: config.statementTimeout,
  });
  metrics.gauge('database_connections', 'Connections of the pool, by state', 'state', () => ({
    idle: db.pool.idleCount,
    busy: db.pool.totalCount - db.pool.idleCount,
    waited_for: db.pool.waitingCount,
  }));
  const probe = createProbe(databaseUrl, PROBE_TIMEOUT_MS);
  const check = createHealthCheck(() => probe.check());
  const redis =
    config.redisUrl === null ? null : createRedis(config.redisUrl, { service: 'reporting', log });
  const limits = createLimits(config, redis);
  // Only a demonstration has none: its sessions end with the process.
  const [secret = randomBytes(32).toString('base64url'), ...others] = config.sessionSecret;
  let isDraining = false;
  let backgroundJobs: NodeJS.Timeout | undefined;
  let snapshots: SnapshotSchedule | undefined;

  return {
    config,
    log,
    metrics,
    db,
    reports,
    runReport: createReportSlots({
      total: config.reportConcurrency,
      perAccount: REPORTS_PER_ACCOUNT,
    }),
    runList: createListQueue(),
    hashQueue: createHashQueue(hashConcurrency(availableParallelism())),
    countReportRows: metrics.counter('report_rows_total', 'Rows that reports streamed', 'report'),
    clock,
    serviceKeys: config.serviceKey.map(key => ({ hash: hashSecret(key) })),
    sessionSecrets: [secret, ...others],
    limits,
    identityProvider: createIdentityProvider(config, clock),
    async health() {
      return { ...(await check()), isDraining };
    },
    pendingMigrations: () => pendingMigrations(databaseUrl),
    startBackgroundJobs() {
      const run = () => {
        void purge({ db, retentionDays: config.auditRetentionDays, log });
        void renewStandingBitmaps({ db, log });
      };
      run();
      backgroundJobs ??= setInterval(run, PURGE_INTERVAL).unref();
      const expression = config.snapshotSchedule;
      if (expression !== null) {
        snapshots ??= scheduleSnapshots({ expression, databaseUrl, clock, log });
      }
    },
    startDraining() {
      isDraining = true;
    },
    async close() {
      clearInterval(backgroundJobs);
      await snapshots?.stop();
      redis?.disconnect();
      await Promise.all([db.close(), reports.close(), probe.close()]);
    },
  };
}

/** The context of the app that serves a request; `createApp` put it there. */
export function contextOf(request: Request): Context {
  return request.app.locals.context as Context;
}
