import type { RateLimit } from '@platform/config';
import type { Response } from 'express';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from './problem';
import { createRateStore, type RateStoreOptions } from './rate-store';

export interface LimiterOptions extends Omit<RateStoreOptions, 'limit'> {
  /** Null is no limit. */
  readonly limit: RateLimit | null;
}

/**
 * So many calls in a fixed window that begins with the first. Keys are hashes, ids or addresses, never
 * secrets: Redis holds them.
 *
 * For failed authentications: `refuseIfSpent(address)` before the credential is looked up, `consume(address)`
 * after it turned out wrong. However many arrive at once, exactly `count` learn that theirs is wrong,
 * and calls with a right credential are never counted.
 */
export interface Limiter {
  /**
   * Counts a call, and tells the response how many are left.
   * @throws Problem rate-limited, with Retry-After in seconds, when it is one too many
   */
  consume(key: string, response?: Response): Promise<void>;
  /** @throws Problem rate-limited when nothing is left; counts nothing */
  refuseIfSpent(key: string): Promise<void>;
}

const UNLIMITED: Limiter = {
  consume: () => Promise.resolve(),
  refuseIfSpent: () => Promise.resolve(),
};

/**
 * A limiter that counts in Redis where there is one, else in this process; without a limit it counts
 * nothing.
 */
export function createLimiter({ limit, ...options }: LimiterOptions): Limiter {
  if (limit === null) return UNLIMITED;
  const { count, seconds } = limit;
  const ask = createRateStore({ ...options, limit });

  return {
    async consume(key, response) {
      const state = await ask(store => store.consume(key));
      if (!state) return;
      // draft-ietf-httpapi-ratelimit-headers-10: quota, window; what remains, seconds until it is reset.
      response?.set({
        'RateLimit-Policy': `"${options.name}";q=${count};w=${seconds}`,
        RateLimit: `"${options.name}";r=${Math.max(0, state.remainingPoints)};t=${waitSeconds(state)}`,
      });
      if (state.consumedPoints > count) throw rateLimited(limit, state);
    },
    async refuseIfSpent(key) {
      const state = await ask(store => store.get(key));
      if (state && state.consumedPoints >= count) throw rateLimited(limit, state);
    },
  };
}

function waitSeconds({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1_000));
}

function rateLimited({ count, seconds }: RateLimit, state: RateLimiterRes): Problem {
  const wait = waitSeconds(state);
  return new Problem(
    'rate-limited',
    `No more than ${count} in ${seconds} seconds. Try again in ${wait} seconds.`,
    { headers: { 'Retry-After': String(wait) } },
  );
}
