import type { RateLimit } from '@platform/config';
import type { Request, Response } from 'express';
import { MemoryStore, rateLimit, type Store } from 'express-rate-limit';
import { type RedisReply, RedisStore } from 'rate-limit-redis';
import { Problem } from './problems';
import type { SharedRedis } from './redis';

export interface LimiterOptions {
  readonly name: string;
  /** Plural noun for the error message: `calls of this key`. */
  readonly counted: string;
  readonly limit: RateLimit | null;
  /** Shared by all replicas; without it, each process counts separately. */
  readonly redis?: SharedRedis | null;
  /** While Redis is unreachable: let calls pass, or count in this process. */
  readonly whenRedisFails: 'pass' | 'memory';
}

/** Counts in fixed windows. Keys are hashes, ids or addresses, never secrets: Redis stores them. */
export interface Limiter {
  /** Counts a call and sets the `RateLimit` headers (draft 8) on `response`. @throws Problem rate-limited */
  consume(key: string, response?: Response): Promise<void>;
  /** Does not count. @throws Problem rate-limited when nothing is left */
  refuseIfSpent(key: string): Promise<void>;
}

/** The request object for express-rate-limit, which reads only the key. */
interface Counted {
  readonly key: string;
  rateLimit?: { readonly resetTime?: Date };
}

const NO_RESPONSE = { headersSent: true } as unknown as Response;

const ignore = () => undefined;

/** Wraps express-rate-limit with explicit keys. Counts in Redis if configured, else in memory. */
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
    // Only limiters with `whenRedisFails: 'pass'` have a store that fails.
    passOnStoreError: true,
    // `createRedis` logs the outage once for all limiters.
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
  const memory = new SerialStore();
  if (!redis) return memory;
  memory.init({ windowMs } as never);

  const shared = new RedisStore({
    prefix: `rate-limit:${name}:`,
    sendCommand: (command: string, ...args: string[]) =>
      redis.client.call(command, ...args) as Promise<RedisReply>,
  });
  // The store loads its scripts once and does not retry: load them at each connection and after a failure.
  const load = () => void shared.init({ windowMs } as never).catch(ignore);
  redis.client.on('ready', load);
  load();
  const loadAfterFailure = (error: unknown) => {
    load();
    throw error;
  };

  const fail = () => Promise.reject(new Error('Redis is unreachable'));
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

/** Counts one call after the other: MemoryStore resolves with an object that the next call changes. */
class SerialStore extends MemoryStore {
  #last: Promise<unknown> = Promise.resolve();

  override increment(key: string) {
    const counted = this.#last.then(async () => ({ ...(await super.increment(key)) }));
    this.#last = counted;
    return counted;
  }
}
