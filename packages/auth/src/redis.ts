import { once } from 'node:events';
import type { Log } from '@platform/http';
import { Redis } from 'ioredis';

const LOG_INTERVAL = 60_000;

/** Milliseconds, as the next two. */
const CONNECT_TIMEOUT = 2_000;

/** Bounds the delay of a request. */
const TIMEOUT = 250;

/** No command is sent for this time after a failure: a hanging server would delay every call. */
const PAUSE = 1_000;

/** Reconnects by itself. Logs an outage once a minute, and its end. Keys start with the service's name. */
export class SharedRedis {
  readonly client: Redis;
  readonly #firstAttempt: Promise<unknown>;
  #failedAt = -Infinity;
  #logAgainAt = 0;
  #isLogged = false;

  constructor(
    url: string,
    service: string,
    private readonly log: Log,
  ) {
    this.client = new Redis(url, {
      keyPrefix: `${service}:`,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_TIMEOUT,
      retryStrategy: attempt => Math.min(attempt * 200, 5_000),
    });
    this.client.on('error', (error: Error) => log.debug({ err: error }, 'redis'));
    // The first requests wait for the connection; otherwise they would not be counted.
    this.#firstAttempt = once(this.client, 'ready', {
      // A server that accepts but never answers emits no error either.
      signal: AbortSignal.timeout(CONNECT_TIMEOUT),
    }).catch(() => undefined);
  }

  /** The answer of Redis, or that of `otherwise` during an outage. */
  async ask<Answer>(
    question: () => Promise<Answer>,
    otherwise: () => Promise<Answer>,
  ): Promise<Answer> {
    const askedAt = performance.now();
    if (askedAt < this.#failedAt + PAUSE) return otherwise();
    try {
      const answer = await inTime(this.#firstAttempt, question);
      this.#noteAnswer(askedAt);
      return answer;
    } catch (error) {
      this.#noteFailure(error);
      return otherwise();
    }
  }

  #noteFailure(error: unknown): void {
    this.#failedAt = performance.now();
    if (this.#failedAt < this.#logAgainAt) return;
    this.#logAgainAt = this.#failedAt + LOG_INTERVAL;
    this.#isLogged = true;
    this.log.warn(
      { err: error },
      'Redis is unreachable: each replica counts guessing attempts itself, other limits are not enforced',
    );
  }

  #noteAnswer(askedAt: number): void {
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
