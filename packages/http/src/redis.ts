import { Redis } from 'ioredis';
import type { Log } from './log';

/** A Redis that may go away at any time, and what its users do without it. */
export interface SharedRedis {
  readonly client: Redis;
  /** The answer of Redis; without it, that of `otherwise`. */
  ask<Answer>(question: () => Promise<Answer>, otherwise: () => Promise<Answer>): Promise<Answer>;
  disconnect(): void;
}

const LOG_INTERVAL = 60_000;

/** Milliseconds until an attempt to connect is given up. */
const CONNECT_TIMEOUT = 2_000;

/** Milliseconds that a request waits for an answer. */
const TIMEOUT = 250;

/** How long a Redis that failed is left alone: one that hangs would hold up every call anew. */
const PAUSE = 1_000;

/**
 * A client that a request waits for a quarter of a second at most: after that, and without a connection, its
 * caller goes on without. It reconnects by itself; an outage is logged once a minute, and its
 * end once. Keys begin with the name of the service, so that two may share a Redis.
 */
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
  client.on('error', (error: Error) => log.debug({ err: error }, 'redis'));
  // The first requests wait for it; otherwise they would pass without being counted.
  const firstAttempt = new Promise(resolve => {
    client.once('ready', resolve).once('error', resolve);
    // A server that accepts and says nothing is neither.
    setTimeout(resolve, CONNECT_TIMEOUT).unref();
  });
  let failedAt = -Infinity;
  let logAgainAt = 0;
  let isSaidToBeAway = false;

  function noteFailure(error: unknown) {
    failedAt = performance.now();
    if (failedAt < logAgainAt) return;
    logAgainAt = failedAt + LOG_INTERVAL;
    isSaidToBeAway = true;
    log.warn(
      { err: error },
      'redis out of reach: limits on guessing are counted by each replica, the others let pass',
    );
  }

  function noteAnswer(askedAt: number) {
    // An answer to what was asked before the failure says nothing of after it.
    if (!isSaidToBeAway || askedAt < failedAt) return;
    isSaidToBeAway = false;
    log.info('redis is back: limits are counted by all replicas together');
  }

  return {
    client,
    async ask(question, otherwise) {
      const askedAt = performance.now();
      if (askedAt < failedAt + PAUSE) return otherwise();
      try {
        const answer = await inTime(firstAttempt, question);
        noteAnswer(askedAt);
        return answer;
      } catch (error) {
        noteFailure(error);
        return otherwise();
      }
    },
    disconnect: () => client.disconnect(),
  };
}

/**
 * Asks once `start` has settled, unless the time is over by then: what is late is not counted. Not ioredis's
 * `commandTimeout`: that takes a pause of this process for one of Redis.
 */
function inTime<Answer>(start: Promise<unknown>, question: () => Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout;
  let isOver = false;
  const timeout = new Promise<never>((_resolve, reject) => {
    const fail = () => {
      isOver = true;
      reject(new Error(`No answer within ${TIMEOUT} ms`));
    };
    // What arrived meanwhile is read before an immediate runs.
    timer = setTimeout(() => setImmediate(fail), TIMEOUT);
  });
  const answer = start.then(() => (isOver ? timeout : question()));
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}
