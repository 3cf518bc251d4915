import { createHash } from 'node:crypto';
import type { RateLimit } from '@platform/config';
import { addressKey, Problem } from '@platform/http';
import type { Request, Response } from 'express';
import { type ClientRateLimitInfo, MemoryStore } from 'express-rate-limit';
import { type RedisReply, RedisStore } from 'rate-limit-redis';
import type { SentCredential } from './credential';
import type { SharedRedis } from './redis';

export interface LimiterOptions {
  readonly name: string;
  /** Plural noun for the error message, such as `calls with this key`. */
  readonly counted: string;
  readonly limit: RateLimit | null;
  /** Shared by all replicas; without it, each process counts separately. */
  readonly redis?: SharedRedis | null;
  /** Whether calls pass uncounted or are counted in memory while Redis is unreachable. */
  readonly whenRedisFails: 'pass' | 'memory';
}

/** Counts in fixed windows. Keys are hashes, IDs or addresses, never secrets, because Redis stores them. */
export interface Limiter {
  /** Counts a call and sets the `RateLimit` headers (draft 8) on `response`. @throws Problem rate-limited */
  consume(key: string, response?: Response): Promise<void>;
  /** Like `consume`, for a call that may turn out not to count: the returned function uncounts it. */
  take(key: string, response?: Response): Promise<Release>;
  /** Does not count a call. @throws Problem rate-limited if no calls are left */
  refuseIfSpent(key: string): Promise<void>;
}

export type Release = () => Promise<void>;

/** Counts using the stores of express-rate-limit: in Redis if configured, or else in memory. */
export function createLimiter({ limit, ...options }: LimiterOptions): Limiter {
  if (limit === null) {
    const pass = () => Promise.resolve();
    return { consume: pass, take: () => Promise.resolve(pass), refuseIfSpent: pass };
  }
  const limited = { ...options, limit };
  const runInStore = createStore(limited);
  const count = async (key: string, response: Response | undefined) => {
    const calls = await runInStore('increment', key);
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
        // After the window has ended, decrementing would uncount a call of the next one.
        if (calls && secondsLeft(calls) > 0) await runInStore('decrement', key);
      };
      if (!isOver) return release;
      await release();
      throw rateLimited(limited, calls!);
    },
    async refuseIfSpent(key) {
      const calls = await runInStore('get', key);
      if (calls && calls.totalHits >= limit.count) throw rateLimited(limited, calls);
    },
  };
}

/** Counts failed attempts per address, but not a missing credential or an unavailable issuer. @throws Problem */
export async function countFailures<Known>(
  failures: Limiter,
  request: Request,
  sent: SentCredential,
  recognizing: Promise<Known>,
): Promise<Known> {
  try {
    return await recognizing;
  } catch (error) {
    const isFailure = error instanceof Problem && error.code !== 'issuer-unavailable';
    if (isFailure && sent.kind !== 'nothing') await failures.consume(addressKey(request.ip));
    throw error;
  }
}

type Limited = LimiterOptions & { readonly limit: RateLimit };

function rateLimited({ counted, limit }: Limited, calls: ClientRateLimitInfo): Problem {
  const wait = Math.max(1, secondsLeft(calls));
  return new Problem(
    'rate-limited',
    `Rate limit of ${limit.count} ${counted} per ${inWords(limit.seconds)} exceeded. Try again in ${inWords(wait)}.`,
    { headers: { 'Retry-After': String(wait) } },
  );
}

const inWords = (seconds: number) => (seconds === 1 ? '1 second' : `${seconds} seconds`);

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

/** Resolves with undefined if the call passes uncounted. */
type StoreCommand = (
  method: 'increment' | 'decrement' | 'get',
  key: string,
) => Promise<ClientRateLimitInfo | undefined>;

function createStore({ name, limit, redis, whenRedisFails }: Limited): StoreCommand {
  const windowMs = limit.seconds * 1_000;
  const memory = new CopyingStore();
  memory.init({ windowMs } as never);
  const countInMemory: StoreCommand = async (method, key) =>
    (await memory[method](key)) ?? undefined;
  if (!redis) return countInMemory;

  const shared = new ExpiringStore({
    prefix: `rate-limit:${name}:`,
    sendCommand: (command: string, ...args: string[]) =>
      redis.client.call(command, ...args) as Promise<RedisReply>,
  });
  let loading: Promise<void> | undefined;
  const count: StoreCommand = async (method, key) => {
    try {
      await (loading ??= shared.init({ windowMs } as never));
      return (await shared[method](key)) ?? undefined;
    } catch (error) {
      // Load the scripts again next time, which the store does not do by itself.
      loading = undefined;
      throw error;
    }
  };
  return (method, key) =>
    redis.run(
      () => count(method, key),
      async () => (whenRedisFails === 'memory' ? countInMemory(method, key) : undefined),
      { endsOutage: method === 'increment' },
    );
}

const UNCOUNT = `
if redis.call('EXISTS', KEYS[1]) == 1 then
  return redis.call('DECR', KEYS[1])
end`;

/** Does not uncount what Redis has lost, because that would create a key that never expires. */
class ExpiringStore extends RedisStore {
  override async decrement(given: string): Promise<void> {
    const key = this.prefixKey(given);
    await this.sendCommand({ key, isReadOnly: false, command: ['EVAL', UNCOUNT, '1', key] });
  }
}

/** Copies the counts immediately, because MemoryStore resolves with an object that the next call mutates. */
class CopyingStore extends MemoryStore {
  override increment(key: string): Promise<ClientRateLimitInfo> {
    void super.increment(key);
    return Promise.resolve({ ...this.current.get(key)! });
  }
}
