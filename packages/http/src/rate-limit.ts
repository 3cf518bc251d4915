import { createHash } from 'node:crypto';
import type { RateLimit } from '@platform/config';
import type { Response } from 'express';
import { type ClientRateLimitInfo, MemoryStore } from 'express-rate-limit';
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

/** Counts by the stores of express-rate-limit: in Redis if configured, else in memory. */
export function createLimiter(options: LimiterOptions): Limiter {
  const { name, limit } = options;
  if (limit === null)
    return { consume: () => Promise.resolve(), refuseIfSpent: () => Promise.resolve() };
  const ask = createStore(options, limit.seconds * 1_000);
  return {
    async consume(key, response) {
      const calls = await ask('increment', key);
      if (calls && response) setHeaders(response, { name, key, limit, calls });
      if (calls && calls.totalHits > limit.count) throw rateLimited(options, limit, calls);
    },
    async refuseIfSpent(key) {
      const calls = await ask('get', key);
      if (calls && calls.totalHits >= limit.count) throw rateLimited(options, limit, calls);
    },
  };
}

function rateLimited(
  { counted }: LimiterOptions,
  { count, seconds }: RateLimit,
  calls: ClientRateLimitInfo,
): Problem {
  const wait = Math.max(1, secondsLeft(calls));
  return new Problem(
    'rate-limited',
    `No more than ${count} ${counted} in ${seconds} seconds. Try again in ${wait} seconds.`,
    { headers: { 'Retry-After': String(wait) } },
  );
}

interface Counted {
  readonly name: string;
  readonly key: string;
  readonly limit: RateLimit;
  readonly calls: ClientRateLimitInfo;
}

function setHeaders(response: Response, { name, key, limit, calls }: Counted): void {
  const left = Math.max(0, limit.count - calls.totalHits);
  const partition = createHash('sha256').update(key).digest('base64').slice(0, 16);
  response.append('RateLimit', `"${name}"; r=${left}; t=${secondsLeft(calls)}`);
  const policy = `"${name}"; q=${limit.count}; w=${limit.seconds}; pk=:${partition}:`;
  response.append('RateLimit-Policy', policy);
}

function secondsLeft({ resetTime }: ClientRateLimitInfo): number {
  return Math.max(0, Math.ceil((resetTime!.getTime() - Date.now()) / 1_000));
}

/** Resolves with undefined where a call passes uncounted. */
type Ask = (method: 'increment' | 'get', key: string) => Promise<ClientRateLimitInfo | undefined>;

function createStore({ name, redis, whenRedisFails }: LimiterOptions, windowMs: number): Ask {
  const memory = new SerialStore();
  memory.init({ windowMs } as never);
  if (!redis) return (method, key) => memory[method](key);

  const shared = new RedisStore({
    prefix: `rate-limit:${name}:`,
    sendCommand: (command: string, ...args: string[]) =>
      redis.client.call(command, ...args) as Promise<RedisReply>,
  });
  // The store loads its scripts once and does not retry: load them at each connection and after a failure.
  const load = () => void shared.init({ windowMs } as never).catch(() => undefined);
  redis.client.on('ready', load);
  load();
  return (method, key) =>
    redis.ask<ClientRateLimitInfo | undefined>(
      () =>
        shared[method](key).catch((error: unknown) => {
          load();
          throw error;
        }),
      async () => (whenRedisFails === 'memory' ? memory[method](key) : undefined),
    );
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
