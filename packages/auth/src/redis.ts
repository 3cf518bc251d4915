import { once } from 'node:events';
import type { Log } from '@platform/http';
import { Redis } from 'ioredis';

const LOG_INTERVAL_MS = 60_000;
const CONNECT_TIMEOUT_MS = 2_000;

/** After a failover, an old connection may stay open for a quarter of an hour, or behind a proxy forever. */
const SOCKET_TIMEOUT_MS = 5_000;

/** Bounds how long a request is delayed. */
const COMMAND_TIMEOUT_MS = 250;

/** No commands are sent for this long after a failure, because a hung server would delay every request. */
const COOLDOWN_MS = 1_000;

/** Reconnects automatically. Logs an outage once a minute, and its end. Keys are prefixed with the service's name. */
export class SharedRedis {
  readonly client: Redis;
  readonly #firstAttempt: Promise<unknown>;
  #connectionError: Error | undefined;
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
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      retryStrategy: attempt => Math.min(attempt * 200, 5_000),
    });
    this.client.on('error', (error: Error) => {
      this.#connectionError = error;
      log.debug({ err: error }, 'redis');
    });
    this.client.on('ready', () => (this.#connectionError = undefined));
    // The first requests wait for the connection, so that they are counted.
    this.#firstAttempt = once(this.client, 'ready', {
      // A server that accepts connections but never responds does not cause an error event.
      signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS),
    }).catch(() => undefined);
  }

  /**
   * Runs `command`, or `fallback` during an outage.
   * @param options.endsOutage whether success ends an outage; false if the command may write nothing, which also
   *   succeeds on a server that rejects writes
   */
  async run<Result>(
    command: () => Promise<Result>,
    fallback: () => Promise<Result>,
    { endsOutage = true } = {},
  ): Promise<Result> {
    const sentAt = performance.now();
    if (sentAt < this.#failedAt + COOLDOWN_MS) return fallback();
    try {
      const result = await withTimeout(this.#firstAttempt, command);
      if (endsOutage) this.#recordSuccess(sentAt);
      return result;
    } catch (error) {
      this.#recordFailure(error);
      return fallback();
    }
  }

  #recordFailure(error: unknown): void {
    this.#failedAt = performance.now();
    if (this.#failedAt < this.#logAgainAt) return;
    this.#logAgainAt = this.#failedAt + LOG_INTERVAL_MS;
    this.#isLogged = true;
    this.log.warn(
      // Without a connection, a command's own error does not say why.
      { err: this.#connectionError ?? error },
      'Redis is unreachable: each replica counts failed sign-ins locally, other limits are not enforced',
    );
  }

  #recordSuccess(sentAt: number): void {
    // A response to a command sent before the failure does not prove recovery.
    if (!this.#isLogged || sentAt < this.#failedAt) return;
    this.#isLogged = false;
    this.log.info('Redis is reachable again: limits are shared across replicas');
  }
}

/** Sends nothing after the timeout. ioredis's `commandTimeout` would count pauses of this process as failures. */
function withTimeout<Result>(
  start: Promise<unknown>,
  command: () => Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout;
  let hasTimedOut = false;
  const timeout = new Promise<never>((_resolve, reject) => {
    const fail = () => {
      hasTimedOut = true;
      reject(new Error(`No response within ${COMMAND_TIMEOUT_MS} ms`));
    };
    // Responses that arrived during a pause of the process are read before an immediate runs.
    timer = setTimeout(() => setImmediate(fail), COMMAND_TIMEOUT_MS);
  });
  const result = start.then(() => (hasTimedOut ? timeout : command()));
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}
