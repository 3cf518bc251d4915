import type { RateLimit } from '@platform/config';
import type { Request, Response } from 'express';
import { MemoryStore, rateLimit, type Store } from 'express-rate-limit';
import { type RedisReply, RedisStore } from 'rate-limit-redis';
import { Problem } from './problems';
import type { SharedRedis } from './redis';

export interface LimiterOptions {
  readonly name: string;
  /** What is counted, in the plural, for the answer: `calls of this key`. */
  readonly counted: string;
  readonly limit: RateLimit | null;
  /** Shared by every replica; absent, each counts for itself. */
  readonly redis?: SharedRedis | null;
  /** What happens while Redis is out of reach: calls pass, or this process counts for itself. */
  readonly whenRedisFails: 'pass' | 'memory';
}

/** So many calls in a fixed window. Keys are hashes, ids or addresses, never secrets: Redis stores them. */
export interface Limiter {
  /**
   * Counts a call; the response, where given, gets the `RateLimit` headers (draft 8).
   * @throws Problem rate-limited
   */
  consume(key: string, response?: Response): Promise<void>;
  /** @throws Problem rate-limited when nothing is left; counts nothing */
  refuseIfSpent(key: string): Promise<void>;
}

/** What express-rate-limit is given as the request: nothing but the key is read of it. */
interface Counted {
  readonly key: string;
  rateLimit?: { readonly resetTime?: Date };
}

const NO_RESPONSE = { headersSent: true } as unknown as Response;

const ignore = () => undefined;

/**
 * express-rate-limit with a key that the caller knows, such as a principal. Counts in Redis where there is
 * one, else in this process.
 */
export function createLimiter(options: LimiterOptions): Limiter {
  const { name, limit } = options;
  if (limit === null)
    return { consume: () => Promise.resolve(), refuseIfSpent: () => Promise.resolve() };
  const store = createStore(options, limit.seconds * 1_000);
  const middleware = rateLimit({
    windowMs: limit.seconds * 1_000,
    limit: limit.count,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    identifier: name,
    keyGenerator: request => (request as unknown as Counted).key,
    handler: (request, _response, next) =>
      next(rateLimited(options, limit, (request as unknown as Counted).rateLimit?.resetTime)),
    store,
    // Only a limiter that lets calls pass without Redis has a store that fails.
    passOnStoreError: true,
    // The outage is logged once for all limiters, by `createRedis`.
    logger: { error: ignore, warn: ignore },
    validate: false,
  });

  return {
    consume: (key, response) =>
      new Promise((resolve, reject) => {
        const counted: Counted = { key };
        const next = (refusal?: unknown) =>
          refusal instanceof Error ? reject(refusal) : resolve();
        void middleware(counted as unknown as Request, response ?? NO_RESPONSE, next);
      }),
    async refuseIfSpent(key) {
      const state = await Promise.resolve(store.get!(key)).catch(ignore);
      if (state && state.totalHits >= limit.count) {
        throw rateLimited(options, limit, state.resetTime);
      }
    },
  };
}

function rateLimited(
  { counted }: LimiterOptions,
  { count, seconds }: RateLimit,
  resetTime: Date | undefined,
): Problem {
  const left = resetTime ? Math.ceil((resetTime.getTime() - Date.now()) / 1_000) : seconds;
  const wait = Math.max(1, left);
  return new Problem(
    'rate-limited',
    `No more than ${count} ${counted} in ${seconds} seconds. Try again in ${wait} seconds.`,
    { headers: { 'Retry-After': String(wait) } },
  );
}

function createStore({ name, redis, whenRedisFails }: LimiterOptions, windowMs: number): Store {
  const memory = createMemoryStore(windowMs);
  if (!redis) return memory;

  const shared = new RedisStore({
    prefix: `rate-limit:${name}:`,
    sendCommand: (command: string, ...args: string[]) =>
      redis.client.call(command, ...args) as Promise<RedisReply>,
  });
  shared.windowMs = windowMs;
  // It loads its scripts once, and never again where that failed: so with each connection, and after a failure.
  const load = () => void shared.init({ windowMs } as never).catch(ignore);
  redis.client.on('ready', load);
  if (redis.client.status === 'ready') load();
  const loadAfterFailure = (error: unknown) => {
    load();
    throw error;
  };

  const fail = () => Promise.reject(new Error('Redis is out of reach'));
  const without = whenRedisFails === 'memory' ? memory : { increment: fail, get: fail };
  return {
    increment: key =>
      redis.ask(
        () => shared.increment(key).catch(loadAfterFailure),
        () => without.increment(key),
      ),
    get: key =>
      redis.ask(
        () => shared.get(key).catch(loadAfterFailure),
        () => without.get(key),
      ),
    decrement: key => shared.decrement(key),
    resetKey: key => shared.resetKey(key),
  };
}

/** MemoryStore, one call after the other: it resolves with an object that the next call counts up. */
function createMemoryStore(windowMs: number) {
  const memory = new MemoryStore();
  memory.init({ windowMs } as never);
  let last: Promise<unknown> = Promise.resolve();
  return {
    increment(key: string) {
      const counted = last.then(async () => ({ ...(await memory.increment(key)) }));
      last = counted;
      return counted;
    },
    get: (key: string) => memory.get(key),
    decrement: (key: string) => memory.decrement(key),
    resetKey: (key: string) => memory.resetKey(key),
  };
}
