import { createLimiter, SharedRedis } from '@platform/auth';
import { TokenVerifier } from '@platform/auth/pipeline-tokens';
import { createDatabase, createHealthCheck } from '@platform/db';
import { createLog, createMetrics } from '@platform/http';
import type { ServiceContext } from '@platform/service';
import { version } from '../../package.json';
import { bootstrapKeys, createKeyFinder, loggedSlug } from '../api-keys/authenticate';
import { RequestsInFlight } from '../idempotency/idempotency';
import { createChangeQueue, Increments } from '../packages/increment';
import { createListSlots, LIST_CONNECTIONS } from '../packages/list-packages';
import { listHints, tokenPrincipal } from '../trusted-issuers/trusted-issuers';
import { createBackgroundJobs } from './background-jobs';
import type { Config } from './config';
import type { Context } from './context';

const SERVICE = 'versioning';

/** Neither the database nor Redis needs to be reachable yet. */
export function createContext(config: Config, databaseUrl: string): Context & ServiceContext {
  const keys = bootstrapKeys(config.versioningApiKeys);
  const serializers = { slug: loggedSlug(keys) };
  const log = createLog({ service: SERVICE, level: config.logLevel, serializers });
  const metrics = createMetrics(SERVICE, version);
  const { db, lists } = createDatabases(config, databaseUrl, { log, metrics });
  const health = createHealthCheck(databaseUrl, { definitions: null, log });
  metrics.value('healthy', 'What the last probe of the database found: 1 or 0', health.last);
  const redis = config.redisUrl === null ? null : new SharedRedis(config.redisUrl, SERVICE, log);
  const changeQueue = createChangeQueue(config.databasePoolSize, config.statementTimeout);
  metrics.gauge('slots_held', 'Lists and changes of packages that run', 'kind', () => ({
    lists: lists.slots.held,
    changes: changeQueue.held,
  }));
  const jobs = createBackgroundJobs(config, { db, log });
  for (const hint of listHints(config.trustedIssuers)) log.info(hint);
  let isDraining = false;

  return {
    config,
    log,
    metrics,
    db,
    lists,
    bootstrapKeys: keys,
    keyFinder: createKeyFinder(db),
    tokens: new TokenVerifier(
      config.trustedIssuers.map(({ Issuer }) => Issuer),
      claims => tokenPrincipal(config.trustedIssuers, claims),
    ),
    limits: createLimits(config, redis),
    increments: new Increments(db, changeQueue, metrics),
    changeQueue,
    requestsInFlight: new RequestsInFlight(),
    health: async () => ({ ...(await health.check()), isDraining }),
    startBackgroundJobs() {
      health.watch();
      jobs.start();
    },
    startDraining: () => void (isDraining = true),
    async close() {
      await jobs.stop();
      redis?.client.disconnect();
      await Promise.all([db.close(), lists.db.close(), health.close()]);
    },
  };
}

function createDatabases(
  config: Config,
  databaseUrl: string,
  { log, metrics }: Pick<Context, 'log' | 'metrics'>,
): Pick<Context, 'db' | 'lists'> {
  const { databasePoolSize: poolSize, statementTimeout } = config;
  const options = { url: databaseUrl, statementTimeout, log };
  const db = createDatabase({ ...options, applicationName: SERVICE, poolSize });
  const listOptions = { applicationName: `${SERVICE} lists`, poolSize: LIST_CONNECTIONS };
  const lists = { db: createDatabase({ ...options, ...listOptions }), slots: createListSlots() };
  metrics.gauge('database_connections', 'Connections of the pool, by state', 'state', () => ({
    idle: db.pool.idleCount,
    busy: db.pool.totalCount - db.pool.idleCount,
    waited_for: db.pool.waitingCount,
  }));
  return { db, lists };
}

function createLimits(config: Config, redis: SharedRedis | null): Context['limits'] {
  const { rateLimitDefault, rateLimitFailedAuth } = config;
  const calls = { name: 'calls', counted: 'calls with this key', limit: rateLimitDefault };
  const failed = {
    name: 'failed-authentication',
    counted: 'failed authentications from this address',
    limit: rateLimitFailedAuth,
  };
  return {
    calls: createLimiter({ ...calls, redis, whenRedisFails: 'pass' }),
    failedAuthentication: createLimiter({ ...failed, redis, whenRedisFails: 'memory' }),
  };
}
