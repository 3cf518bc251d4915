import { Redis } from 'ioredis';
import type { Log } from './log';

/**
 * A client that never ends the process and never makes a request wait: without a connection, or after a
 * quarter of a second, a command fails, and its caller goes on without. It connects, and connects again,
 * by itself; `disconnect()` ends that. Its keys are the service's own, so that two services may share a Redis
 * as they share a database: neither knows the other.
 */
export function createRedis(url: string, { service, log }: { service: string; log: Log }): Redis {
  const redis = new Redis(url, {
    keyPrefix: `${service}:`,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 250,
    connectTimeout: 2_000,
    retryStrategy: attempt => Math.min(attempt * 200, 5_000),
  });
  redis.on('error', (error: Error) => log.debug({ err: error }, 'redis'));
  return redis;
}
