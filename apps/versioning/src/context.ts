import { createDatabase, createProbe, type Database } from '@platform/db';
import {
  createHealthCheck,
  createLimiter,
  createLog,
  createMetrics,
  createRedis,
  type HealthReport,
  type Limiter,
  type Log,
  type Metrics,
  PROBE_TIMEOUT_MS,
} from '@platform/http';
import type { Request } from 'express';
import { bootstrapKeys } from './api-keys/bootstrap-keys';
import { createKeyFinder, type FoundKey } from './api-keys/find-key';
import type { KeyPrincipal } from './api-keys/key-principal';
import type { Config } from './config';
import type { GroupCommit } from './group-commit';
import type { StoredResponse } from './idempotency/answer';
import { RequestsInFlight } from './idempotency/claims-in-flight';
import { purgeRecords } from './idempotency/purge-records';
import { createIncrements, type Increment } from './packages/increment';

const PURGE_INTERVAL = 3_600_000;

/** Past it, a list waits 2 seconds for its turn and is then told to come back. */
const STREAMS_AT_ONCE = 4;

/** All that one running service holds. What it remembers between requests may be lost at any time. */
export interface Context {
  readonly config: Config;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly db: Database;
  /** Connections for lists that stream: a client that reads slowly holds one, and must not hold up an increment. */
  readonly streams: Database;
  readonly bootstrapKeys: readonly KeyPrincipal[];
  /** Looks a key up by its hash. */
  readonly keys: GroupCommit<Buffer, FoundKey | null>;
  readonly increments: GroupCommit<Increment, StoredResponse>;
  readonly claims: RequestsInFlight;
  readonly limits: { readonly calls: Limiter; readonly failedAuthentication: Limiter };
  health(): Promise<HealthReport>;
  /** Begins to clear away, by the clock, what has had its time. */
  startBackgroundJobs(): void;
  /** From here on health is bad, so that no new work is sent here. */
  startDraining(): void;
  close(): Promise<void>;
}

/** Opens nothing that has to be there: the database and Redis are found when they return. */
export function createContext(config: Config, databaseUrl: string): Context {
  const log = createLog({ service: 'versioning', level: config.logLevel });
  const metrics = createMetrics();
  const connect = (applicationName: string, poolSize: number) =>
    createDatabase({
      url: databaseUrl,
      poolSize,
      statementTimeout: config.statementTimeout,
      applicationName,
      onIdleError: error => log.warn({ err: error }, 'idle database connection lost'),
    });
  const db = connect('versioning', config.databasePoolSize);
  const streams = connect('versioning lists', STREAMS_AT_ONCE);
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
    streams,
    bootstrapKeys: bootstrapKeys(config.versioningApiKeys),
    keys: createKeyFinder(db),
    increments: createIncrements(db, metrics),
    claims: new RequestsInFlight(),
    limits: {
      calls: createLimiter({
        name: 'calls',
        limit: config.rateLimitDefault,
        redis,
        whenRedisFails: 'pass',
      }),
      failedAuthentication: createLimiter({
        name: 'failed-authentication',
        limit: config.rateLimitFailedAuth,
        redis,
        whenRedisFails: 'memory',
      }),
    },
    async health() {
      const report = await check();
      return isDraining ? { ...report, isHealthy: false } : report;
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
      await Promise.all([db.close(), streams.close(), probe.close()]);
    },
  };
}

/** The context of the app that serves a request; `createApp` put it there. */
export function contextOf(request: Request): Context {
  return request.app.locals.context as Context;
}
