import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { Log } from './log';

export interface SharedRedis {
  readonly client: Redis;
  /** The answer of Redis, or that of `otherwise` during an outage. */
  ask<Answer>(question: () => Promise<Answer>, otherwise: () => Promise<Answer>): Promise<Answer>;
  disconnect(): void;
}

const LOG_INTERVAL = 60_000;

/** Milliseconds, as the next two. */
const CONNECT_TIMEOUT = 2_000;

/** Bounds the delay of a request. */
const TIMEOUT = 250;

/** No command is sent for this time after a failure: a hanging server would delay every call. */
const PAUSE = 1_000;

/** Reconnects by itself. Logs an outage once a minute, and its end. Keys start with the service's name. */
export function createRedis(
  url: string,
  { service, log }: { service: string; log: Log },
): SharedRedis {
  const client = new Redis(url, {
    keyPrefix: `${service}:`,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT,
    retryStrategy: attempt => Math.min(attempt * 200, 5_000),
  });
  client.setMaxListeners(0); // Each limit listens for the connection.
  client.on('error', (error: Error) => log.debug({ err: error }, 'redis'));
  // The first requests wait for the connection; otherwise they would not be counted.
  const firstAttempt = once(client, 'ready', {
    // A server that accepts but never answers emits no error either.
    signal: AbortSignal.timeout(CONNECT_TIMEOUT),
  }).catch(() => undefined);
  const outage = new Outage(log);

  return {
    client,
    async ask(question, otherwise) {
      const askedAt = performance.now();
      if (outage.isRecent(askedAt)) return otherwise();
      try {
        const answer = await inTime(firstAttempt, question);
        outage.noteAnswer(askedAt);
        return answer;
      } catch (error) {
        outage.noteFailure(error);
        return otherwise();
      }
    },
    disconnect: () => client.disconnect(),
  };
}

class Outage {
  #failedAt = -Infinity;
  #logAgainAt = 0;
  #isLogged = false;

  constructor(private readonly log: Log) {}

  isRecent(now: number): boolean {
    return now < this.#failedAt + PAUSE;
  }

  noteFailure(error: unknown): void {
    this.#failedAt = performance.now();
    if (this.#failedAt < this.#logAgainAt) return;
    this.#logAgainAt = this.#failedAt + LOG_INTERVAL;
    this.#isLogged = true;
    this.log.warn(
      { err: error },
      'Redis is unreachable: each replica counts guessing attempts itself, other limits are not enforced',
    );
  }

  noteAnswer(askedAt: number): void {
    // The answer to a command sent before the failure does not prove recovery.
    if (!this.#isLogged || askedAt < this.#failedAt) return;
    this.#isLogged = false;
    this.log.info('redis is back: limits are counted by all replicas together');
  }
}

/** Sends nothing after the timeout. ioredis's `commandTimeout` would count pauses of this process as failures. */
function inTime<Answer>(start: Promise<unknown>, question: () => Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout;
  let isOver = false;
  const timeout = new Promise<never>((_resolve, reject) => {
    const fail = () => {
      isOver = true;
      reject(new Error(`No answer within ${TIMEOUT} ms`));
    };
    // Answers that arrived during a pause of the process are read before an immediate runs.
    timer = setTimeout(() => setImmediate(fail), TIMEOUT);
  });
  const answer = start.then(() => (isOver ? timeout : question()));
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}
