import {
  type Database,
  GroupCommit,
  isDatabaseUnavailable,
  isDataRefused,
  isDeadlock,
  isLockTimeout,
  transaction,
} from '@platform/db';
import { type Metrics, Problem, Slots } from '@platform/http';
import type { StoredResponse } from '../http/stored-response';
import { isChange, withIdempotency } from '../idempotency/idempotency';
import { numberOverflow } from './next-version';
import { lockPackage } from './packages';
import { type Increment, type Results, readPackages, takeVersions } from './take-versions';

type Batch = readonly Increment[];
type Group = GroupCommit<Increment, StoredResponse>;

const PASS_OVER = '200ms';
/** As long as the statement timeout allows. */
const WAIT = '0';

/**
 * Increments that arrive while a batch runs form the next batch; they are answered after its commit. Plain increments take
 * one statement; for others the history is read first.
 *
 * These batches do not wait for locked packages, which would delay others. Increments that got no version go to a queue of
 * their slug, which waits.
 */
export class Increments {
  private readonly plain = this.shared(batch => takeVersions(this.db, batch, null, PASS_OVER));
  private readonly special = this.shared(async batch =>
    takeVersions(this.db, batch, await readPackages(this.db, batch), PASS_OVER),
  );
  /** By slug; empty queues are removed. */
  private readonly queues = new Map<string, Group>();
  private readonly count: (labels: { component: string }) => void;

  /** @param changeQueue limits the connections that wait for locked packages */
  constructor(
    private readonly db: Database,
    private readonly changeQueue: Slots,
    metrics: Metrics,
  ) {
    const help = 'Versions handed out, by component';
    this.count = metrics.counter('increments_total', help, 'component');
  }

  /** @throws Problem version-overflow, package-not-found, line-not-found, idempotency-mismatch */
  async submit(increment: Increment): Promise<StoredResponse> {
    const { slug, component, line, label } = increment;
    const shared = line === null && label === null ? this.plain : this.special;
    const response = await (this.queues.get(slug) ?? shared).submit(increment);
    if (isChange(response)) this.count({ component });
    return response;
  }

  private shared(take: (batch: Batch) => Promise<Results>): Group {
    return new GroupCommit(async batch => {
      const results = await take(batch).catch(noResults);
      return batch.map(increment => {
        const result = results.get(increment);
        return isTaken(result) ? result : this.queueOf(increment.slug).submit(increment);
      });
    });
  }

  private queueOf(slug: string): Group {
    const existing = this.queues.get(slug);
    if (existing) return existing;
    const take = (batch: Batch) => takeWaiting(this.db, slug, batch);
    const queue: Group = new GroupCommit(
      async batch => {
        const results = await this.changeQueue.run({ caller: slug }, () => take(batch));
        return batch.map(increment => {
          const result = results.get(increment)!;
          return result instanceof Error ? Promise.reject(result) : result;
        });
      },
      { onIdle: () => this.queues.delete(slug) },
    );
    this.queues.set(slug, queue);
    return queue;
  }
}

function isTaken(result: StoredResponse | Error | undefined): result is StoredResponse {
  return result !== undefined && !(result instanceof Error);
}

/** After a conflict, or where the database refuses a value of one increment. */
function noResults(error: unknown): Results {
  if (isDataRefused(error) || isDeadlock(error) || isLockTimeout(error)) return new Map();
  throw error;
}

/** Takes the batch in one transaction; then, one by one, the increments that were refused or made it fail. */
async function takeWaiting(db: Database, slug: string, batch: Batch): Promise<Results> {
  const lock = { isHeld: false };
  const results = await transaction(db, async tx => {
    await lockPackage(tx, slug);
    lock.isHeld = true;
    return takeVersions(tx, batch, await readPackages(tx, batch), WAIT);
  }).catch((error: unknown): Results => {
    if (lock.isHeld) return new Map();
    throw error;
  });
  let failure: Error | null = null;
  for (const increment of batch) {
    if (isTaken(results.get(increment))) continue;
    const result: StoredResponse | Error =
      failure ?? (await takeAlone(db, increment).catch((error: unknown) => error as Error));
    results.set(increment, result);
    // The others would only wait for it as well.
    if (isDatabaseUnavailable(result)) failure = result as Error;
  }
  return results;
}

/** @throws Problem version-overflow, package-not-found, line-not-found, idempotency-mismatch */
function takeAlone(db: Database, increment: Increment): Promise<StoredResponse> {
  return withIdempotency(db, increment.idempotency, async tx => {
    const alone = { ...increment, idempotency: null };
    for (;;) {
      await lockPackage(tx, increment.slug);
      const packages = await readPackages(tx, [alone]);
      const result = (await takeVersions(tx, [alone], packages, WAIT)).get(alone);
      if (result instanceof Error) throw result;
      if (result) return result;
      const known = packages.get(increment.slug)!;
      if (known.id !== null) throw numberOverflow(known, increment);
      // The package was created concurrently: the next round sees it.
    }
  });
}

/**
 * Serializes the changes of a package, the caller of a claim, and gives those of all packages a third of the pool: a
 * change that waits for a lock holds a connection.
 * @param timeout in milliseconds, after which a waiting change is refused
 */
export function createChangeQueue(connections: number, timeout: number): Slots {
  return new Slots({
    total: Math.max(1, Math.floor(connections / 3)),
    perCaller: 1,
    timeout,
    refuse: ({ caller }) => blocked(String(caller)),
  });
}

/** The problem of a statement that timed out waiting for the lock. */
function blocked(slug: string): Problem {
  return new Problem(
    'database-unavailable',
    `Earlier changes of ${slug} are still waiting in the database. Try again after Retry-After seconds.`,
    { headers: { 'Retry-After': '2' } },
  );
}
