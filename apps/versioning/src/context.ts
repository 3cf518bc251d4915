import { createDatabase, createProbe, type Database } from '@platform/db';
import {
  createHealthCheck,
  createLimiter,
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
import {
  bootstrapKeys,
  createKeyFinder,
  type KeyAuthentication,
  loggedSlug,
} from './api-keys/authenticate';
import type { Config } from './config';
import { purgeRecords, RequestsInFlight } from './idempotency/idempotency';
import { ChangeQueue } from './packages/change-queue';
import { Increments } from './packages/increment';
import { LISTS_AT_ONCE, ListSlots, type Lists } from './packages/list-packages';

const PURGE_INTERVAL = 3_600_000;

/** The state of one running service. What it keeps in memory between requests makes them faster, and may be lost. */
export interface Context extends KeyAuthentication {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly db: Database;
  readonly lists: Lists;
  readonly increments: Increments;
  readonly changeQueue: ChangeQueue;
  readonly requestsInFlight: RequestsInFlight;
  health(): Promise<HealthReport & { readonly isDraining: boolean }>;
  /** Starts deleting expired records every hour; `close` ends it. */
  startBackgroundJobs(): void;
  startDraining(): void;
  close(): Promise<void>;
}

/** Needs neither the database nor Redis to be reachable: both are used once they are. */
export function createContext(config: Config, databaseUrl: string): Context {
  const keys = bootstrapKeys(config.versioningApiKeys);
  const log = createLog({
    service: 'versioning',
    level: config.logLevel,
    serializers: { slug: loggedSlug(keys) },
  });
  const metrics = createMetrics({ service: 'versioning', version });
  const connect = (applicationName: string, poolSize: number) =>
    createDatabase({
      url: databaseUrl,
      poolSize,
      statementTimeout: config.statementTimeout,
      applicationName,
      onIdleError: error => log.warn({ err: error }, 'idle database connection lost'),
    });
  const db = connect('versioning', config.databasePoolSize);
  const lists = { db: connect('versioning lists', LISTS_AT_ONCE), slots: new ListSlots() };
  metrics.gauge('database_connections', 'Connections of the pool, by state', 'state', () => ({
    idle: db.pool.idleCount,
    busy: db.pool.totalCount - db.pool.idleCount,
    waited_for: db.pool.waitingCount,
  }));
  const probe = createProbe(databaseUrl, PROBE_TIMEOUT_MS);
  const check = createHealthCheck(() => probe.check());
  const redis =
    config.redisUrl === null ? null : createRedis(config.redisUrl, { service: 'versioning', log });
  let isDraining = false;
  let purge: NodeJS.Timeout | undefined;

  return {
    config,
    log,
    metrics,
    db,
    lists,
    bootstrapKeys: keys,
    keyFinder: createKeyFinder(db),
    increments: new Increments(db, metrics),
    changeQueue: new ChangeQueue(config.databasePoolSize, config.statementTimeout),
    requestsInFlight: new RequestsInFlight(),
    limits: {
      calls: createLimiter({
        name: 'calls',
        counted: 'calls of this key',
        limit: config.rateLimitDefault,
        redis,
        whenRedisFails: 'pass',
      }),
      failedAuthentication: createLimiter({
        name: 'failed-authentication',
        counted: 'failed authentications from this address',
        limit: config.rateLimitFailedAuth,
        redis,
        whenRedisFails: 'memory',
      }),
    },
    async health() {
      return { ...(await check()), isDraining };
    },
    startBackgroundJobs() {
      purge ??= setInterval(() => void purgeRecords(db, log), PURGE_INTERVAL).unref();
    },
    startDraining() {
      isDraining = true;
    },
    async close() {
      clearInterval(purge);
      redis?.disconnect();
      await Promise.all([db.close(), lists.db.close(), probe.close()]);
    },
  };
}

/** The context of the app that serves a request; `createApp` put it there. */
export function contextOf(request: Request): Context {
  return request.app.locals.context as Context;
}
