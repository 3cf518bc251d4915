import { createHash } from 'node:crypto';
import type { RateLimit } from '@platform/config';
import { Problem } from '@platform/http/problems';
import type { Response } from 'express';
import { type ClientRateLimitInfo, MemoryStore } from 'express-rate-limit';
import { type RedisReply, RedisStore } from 'rate-limit-redis';
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
  /** As `consume`, for a call that may turn out not to count; the returned function gives its place back. */
  take(key: string, response?: Response): Promise<Release>;
  /** Does not count. @throws Problem rate-limited when nothing is left */
  refuseIfSpent(key: string): Promise<void>;
}

export type Release = () => Promise<void>;

/** Counts by the stores of express-rate-limit: in Redis if configured, else in memory. */
export function createLimiter({ limit, ...options }: LimiterOptions): Limiter {
  if (limit === null) {
    const pass = () => Promise.resolve();
    return { consume: pass, take: () => Promise.resolve(pass), refuseIfSpent: pass };
  }
  const limited = { ...options, limit };
  const ask = createStore(limited);
  const count = async (key: string, response: Response | undefined) => {
    const calls = await ask('increment', key);
    if (calls && response) setHeaders(response, limited, key, calls);
    return { calls, isOver: calls !== undefined && calls.totalHits > limit.count };
  };
  return {
    async consume(key, response) {
      const { calls, isOver } = await count(key, response);
      if (isOver) throw rateLimited(limited, calls!);
    },
    async take(key, response) {
      const { calls, isOver } = await count(key, response);
      const release = async () => {
        // A window that is over has forgotten the call; Redis would count below zero.
        if (calls && secondsLeft(calls) > 0) await ask('decrement', key);
      };
      if (!isOver) return release;
      await release();
      throw rateLimited(limited, calls!);
    },
    async refuseIfSpent(key) {
      const calls = await ask('get', key);
      if (calls && calls.totalHits >= limit.count) throw rateLimited(limited, calls);
    },
  };
}

type Limited = LimiterOptions & { readonly limit: RateLimit };

function rateLimited({ counted, limit }: Limited, calls: ClientRateLimitInfo): Problem {
  const wait = Math.max(1, secondsLeft(calls));
  return new Problem(
    'rate-limited',
    `No more than ${limit.count} ${counted} in ${limit.seconds} seconds. Try again in ${wait} seconds.`,
    { headers: { 'Retry-After': String(wait) } },
  );
}

function setHeaders(
  response: Response,
  { name, limit }: Limited,
  key: string,
  calls: ClientRateLimitInfo,
): void {
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
type Ask = (
  method: 'increment' | 'decrement' | 'get',
  key: string,
) => Promise<ClientRateLimitInfo | undefined>;

function createStore({ name, limit, redis, whenRedisFails }: Limited): Ask {
  const windowMs = limit.seconds * 1_000;
  const memory = new CopyingStore();
  memory.init({ windowMs } as never);
  const countHere: Ask = async (method, key) => (await memory[method](key)) ?? undefined;
  if (!redis) return countHere;

  const shared = new RedisStore({
    prefix: `rate-limit:${name}:`,
    sendCommand: (command: string, ...args: string[]) =>
      redis.client.call(command, ...args) as Promise<RedisReply>,
  });
  let loading: Promise<void> | undefined;
  const count: Ask = async (method, key) => {
    try {
      await (loading ??= shared.init({ windowMs } as never));
      return (await shared[method](key)) ?? undefined;
    } catch (error) {
      // The store does not load its scripts again by itself.
      loading = undefined;
      throw error;
    }
  };
  return (method, key) =>
    redis.ask(
      () => count(method, key),
      async () => (whenRedisFails === 'memory' ? countHere(method, key) : undefined),
    );
}

/** Copies what it has counted at once: MemoryStore resolves with an object that the next call changes. */
class CopyingStore extends MemoryStore {
  override increment(key: string): Promise<ClientRateLimitInfo> {
    void super.increment(key);
    return Promise.resolve({ ...this.current.get(key)! });
  }
}
