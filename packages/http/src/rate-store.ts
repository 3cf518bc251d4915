import type { RateLimit } from '@platform/config';
import type { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Log } from './log';

export interface RateStoreOptions {
  /** Names the bucket, in headers and in Redis. */
  readonly name: string;
  readonly limit: RateLimit;
  /** Shared by every replica; absent, each counts for itself. */
  readonly redis?: Redis | null;
  readonly log: Log;
  /** What a Redis that is out of reach means: calls pass, or this process counts for itself. */
  readonly whenRedisFails: 'pass' | 'memory';
}

type Question = (store: RateLimiterAbstract) => Promise<RateLimiterRes | null>;

/** Asks for the state of a key; null when nothing is known of it. A limit that is reached is a state, too. */
export type AskRateStore = (question: Question) => Promise<RateLimiterRes | null>;

const LOG_INTERVAL = 60_000;

/** How long a Redis that failed is left alone: one that hangs would hold up every call anew. */
const PAUSE = 1_000;

const WITHOUT_REDIS = { pass: 'calls pass', memory: 'each replica counts for itself' };

/** Asks Redis where there is one; when it fails, memory or nobody. That is logged once a minute. */
export function createRateStore(options: RateStoreOptions): AskRateStore {
  const { name, limit, redis, log, whenRedisFails } = options;
  const window = { points: limit.count, duration: limit.seconds };
  const memory = new RateLimiterMemory({ ...window, keyPrefix: name });
  if (!redis) return question => question(memory).catch(reached);

  const shared = new RateLimiterRedis({
    ...window,
    keyPrefix: `rate-limit:${name}`,
    storeClient: redis,
  });
  let askAgainAt = 0;
  let logAgainAt = 0;

  return async question => {
    if (performance.now() >= askAgainAt) {
      try {
        return await question(shared).catch(reached);
      } catch (error) {
        const now = performance.now();
        askAgainAt = now + PAUSE;
        if (now >= logAgainAt) {
          logAgainAt = now + LOG_INTERVAL;
          log.warn(
            { err: error, limit: name },
            `redis out of reach: ${WITHOUT_REDIS[whenRedisFails]}`,
          );
        }
      }
    }
    return whenRedisFails === 'memory' ? question(memory).catch(reached) : null;
  };
}

/** A limit that is reached is thrown, as the same kind of state that is returned otherwise. */
function reached(state: unknown): RateLimiterRes {
  if (state instanceof RateLimiterRes) return state;
  throw state;
}
