import type { RateLimit } from '@platform/config';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { SharedRedis } from './redis';

export interface RateStoreOptions {
  /** Names the bucket, in headers and in Redis. */
  readonly name: string;
  readonly limit: RateLimit;
  /** Shared by every replica; absent, each counts for itself. */
  readonly redis?: SharedRedis | null;
  /** What a Redis that is out of reach means: calls pass, or this process counts for itself. */
  readonly whenRedisFails: 'pass' | 'memory';
}

type Question = (store: RateLimiterAbstract) => Promise<RateLimiterRes | null>;

/** Asks for the state of a key; null when nothing is known of it. A limit that is reached is a state, too. */
export type AskRateStore = (question: Question) => Promise<RateLimiterRes | null>;

/** Asks Redis where there is one; when it fails, memory or nobody. */
export function createRateStore(options: RateStoreOptions): AskRateStore {
  const { name, limit, redis, whenRedisFails } = options;
  const window = { points: limit.count, duration: limit.seconds };
  const memory = new RateLimiterMemory({ ...window, keyPrefix: name });
  const askMemory: AskRateStore = question => question(memory).catch(reached);
  if (!redis) return askMemory;

  const shared = new RateLimiterRedis({
    ...window,
    keyPrefix: `rate-limit:${name}`,
    storeClient: redis.client,
  });
  const askNobody: AskRateStore = () => Promise.resolve(null);
  const without = whenRedisFails === 'memory' ? askMemory : askNobody;
  return question =>
    redis.ask(
      () => question(shared).catch(reached),
      () => without(question),
    );
}

/** A limit that is reached is thrown, as the same kind of state that is returned otherwise. */
function reached(state: unknown): RateLimiterRes {
  if (state instanceof RateLimiterRes) return state;
  throw state;
}
