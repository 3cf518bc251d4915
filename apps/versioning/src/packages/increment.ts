import {
  type Database,
  GroupCommit,
  isDatabaseUnavailable,
  isDataRefused,
  isDeadlock,
  isLockTimeout,
  retryConflict,
  type Transaction,
  transaction,
} from '@platform/db';
import { type Claim, type Metrics, Problem, Slots } from '@platform/http';
import type { IdempotencyRequest, StoredResponse } from '../http/stored-response';
import { isChange, withIdempotency } from '../idempotency/idempotency';
import { lockPackage } from './packages';
import { continuePositions } from './position';
import { takeLocked } from './take-locked';
import { type Increment, isPlain, type Results, takeVersions } from './take-versions';

type Batch = readonly Increment[];
type Group = GroupCommit<Increment, StoredResponse>;

const PASS_OVER = '200ms';
/** As long as the statement timeout allows. */
const WAIT = '0';

/**
 * Plain increments that arrive while a batch runs form the next batch, one statement; they are answered after its commit.
 * Batches do not wait for locked packages, which would delay others. Increments that got no version go to a queue of their
 * slug, which waits. All other increments lock their package, one after another.
 */
export class Increments {
  private readonly plain: Group = new GroupCommit(async batch => {
    const results = await takeVersions(this.db, batch, PASS_OVER).catch(noResults);
    return batch.map(each => results.get(each) ?? this.queueOf(each.slug).submit(each));
  });
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

  /** @throws Problem version-overflow, package-not-found, line-not-found, key-scope, idempotency-mismatch */
  async submit(increment: Increment): Promise<StoredResponse> {
    const { slug, component } = increment;
    const response = await (isPlain(increment)
      ? (this.queues.get(slug) ?? this.plain).submit(increment)
      : this.changeQueue.run({ caller: slug }, () => takeAlone(this.db, increment)));
    if (isChange(response)) this.count({ component });
    return response;
  }

  /**
   * Takes a version for each increment, in order, or none.
   * @throws Problem version-overflow, package-not-found, line-not-found, key-scope, idempotency-mismatch
   */
  async submitAll(
    increments: readonly Increment[],
    { claim, idempotency }: { claim: Claim; idempotency: IdempotencyRequest | null },
  ): Promise<StoredResponse> {
    // A package that is created meanwhile is locked after those behind it.
    const response = await this.changeQueue.run(claim, () =>
      retryConflict(() => withIdempotency(this.db, idempotency, tx => takeAll(tx, increments))),
    );
    if (isChange(response)) for (const { component } of increments) this.count({ component });
    return response;
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

/** After a conflict, or where the database refuses a value of one increment. */
function noResults(error: unknown): Results {
  if (isDataRefused(error) || isDeadlock(error) || isLockTimeout(error)) return new Map();
  throw error;
}

/** Takes the batch in one transaction; then, one by one, the increments that were refused or made it fail. */
async function takeWaiting(
  db: Database,
  slug: string,
  batch: Batch,
): Promise<Map<Increment, StoredResponse | Error>> {
  const lock = { isHeld: false };
  const results = await transaction(db, async tx => {
    await lockPackage(tx, slug);
    lock.isHeld = true;
    return takeVersions(tx, batch, WAIT);
  }).catch((error: unknown): Results => {
    if (lock.isHeld) return new Map();
    throw error;
  });
  const all = new Map<Increment, StoredResponse | Error>(results);
  let failure: Error | null = null;
  for (const increment of batch.filter(each => !results.has(each))) {
    const result: StoredResponse | Error =
      failure ?? (await takeAlone(db, increment).catch((error: unknown) => error as Error));
    all.set(increment, result);
    // The others would only wait for it as well.
    if (isDatabaseUnavailable(result)) failure = result as Error;
  }
  return all;
}

/** @throws Problem of `takeLocked`, idempotency-mismatch */
function takeAlone(db: Database, increment: Increment): Promise<StoredResponse> {
  return withIdempotency(db, increment.idempotency, async tx => {
    await continuePositions(tx);
    return takeLocked(tx, increment);
  });
}

/** All or none, in one transaction. */
async function takeAll(tx: Transaction, increments: Batch): Promise<StoredResponse> {
  await continuePositions(tx);
  const slugs = new Set(increments.map(({ slug }) => slug));
  for (const slug of [...slugs].sort()) await lockPackage(tx, slug);
  const bodies: string[] = [];
  for (const increment of increments) bodies.push((await takeLocked(tx, increment)).body);
  return { status: 200, headers: {}, body: `{"Items":[${bodies.join(',')}]}` };
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
