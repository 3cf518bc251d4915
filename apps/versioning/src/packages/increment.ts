import {
  type Database,
  GroupCommit,
  isConflict,
  isDatabaseUnavailable,
  isDataRefused,
  isLockTimeout,
  retryConflict,
  type Transaction,
  transaction,
} from '@platform/db';
import { type Claim, type Metrics, Problem, Slots } from '@platform/http';
import type { IdempotencyRequest, StoredResponse } from '../http/stored-response';
import { isChange, withIdempotency } from '../idempotency/idempotency';
import type { Increment } from './known-versions';
import { lockPackages } from './packages';
import { NEEDS_OWN_TRANSACTION, type Results, takeVersions } from './take-versions';

type Batch = readonly Increment[];
type Group = GroupCommit<Increment, StoredResponse>;

/**
 * Increments that arrive while a batch runs form the next batch and are answered after its commit. A batch does not
 * wait for locked packages, because that would delay the others. Increments that it leaves without a result go to the
 * queue of their slug, which waits.
 */
export class Increments {
  private readonly all = new GroupCommit<Increment, StoredResponse>(async batch => {
    const results = await takeVersions(this.db, batch, { waits: false }).catch(noResults);
    return batch.map(each => answerOf(results, each) ?? this.queueOf(each.slug).submit(each));
  });
  /** Queues by slug; removed once they are empty. */
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
    const response = await (this.queues.get(slug) ?? this.all).submit(increment);
    if (isChange(response)) this.count({ component });
    return response;
  }

  /** Takes a version for each increment, in order, or none. @throws Problem as `submit` */
  async submitAll(
    increments: readonly Increment[],
    { claim, idempotency }: { claim: Claim; idempotency: IdempotencyRequest | null },
  ): Promise<StoredResponse> {
    // A package created concurrently is locked out of order, so a deadlock is possible.
    const response = await this.changeQueue.run(claim, () =>
      retryConflict(() => withIdempotency(this.db, idempotency, tx => takeAll(tx, increments))),
    );
    if (isChange(response)) for (const { component } of increments) this.count({ component });
    return response;
  }

  private queueOf(slug: string): Group {
    const existing = this.queues.get(slug);
    if (existing) return existing;
    const queue: Group = new GroupCommit(
      batch => this.changeQueue.run({ caller: slug }, () => takeWaiting(this.db, batch)),
      () => this.queues.delete(slug),
    );
    this.queues.set(slug, queue);
    return queue;
  }
}

/** Applies after a conflict, or if the database rejects a value of one increment. */
function noResults(error: unknown): Results {
  if (isDataRefused(error) || isConflict(error) || isLockTimeout(error)) return new Map();
  throw error;
}

/** Null for an increment that must be taken again. */
function answerOf(results: Results, increment: Increment): StoredResponse | Problem | null {
  const result = results.get(increment);
  return result === undefined || result === NEEDS_OWN_TRANSACTION ? null : result;
}

/** Takes the batch of a slug in one transaction; if that fails, takes its increments one by one. */
async function takeWaiting(db: Database, batch: Batch): Promise<(StoredResponse | Error)[]> {
  const lock = { isHeld: false };
  const results: Results = await transaction(db, async tx => {
    await lockPackages(tx, slugsOf(batch));
    lock.isHeld = true;
    return takeLocked(tx, batch);
  }).catch((error: unknown): Results => {
    if (lock.isHeld) return new Map();
    throw error;
  });
  const all: (StoredResponse | Error)[] = [];
  for (const increment of batch) {
    // If the database is unavailable, the remaining ones would only wait for it, too.
    const failure = all.find(isDatabaseUnavailable);
    const alone = () => takeAlone(db, increment).catch((error: unknown) => error as Error);
    all.push(answerOf(results, increment) ?? failure ?? (await alone()));
  }
  return all;
}

/** @throws Problem as `takeVersions` does, idempotency-mismatch */
function takeAlone(db: Database, increment: Increment): Promise<StoredResponse> {
  return withIdempotency(db, increment.idempotency, async tx => {
    const [response] = await takeEach(tx, [{ ...increment, idempotency: null }]);
    return response!;
  });
}

/** Takes all of them in one transaction, or none. */
async function takeAll(tx: Transaction, increments: Batch): Promise<StoredResponse> {
  const bodies = (await takeEach(tx, increments)).map(({ body }) => body);
  return { status: 200, headers: {}, body: `{"Items":[${bodies.join(',')}]}` };
}

async function takeEach(tx: Transaction, increments: Batch): Promise<StoredResponse[]> {
  await lockPackages(tx, slugsOf(increments));
  const results = await takeLocked(tx, increments);
  return increments.map(increment => {
    const answer = answerOf(results, increment)!;
    if (answer instanceof Problem) throw answer;
    return answer;
  });
}

/** Existing packages must be locked. */
async function takeLocked(tx: Transaction, increments: Batch): Promise<Results> {
  const results = await takeVersions(tx, increments, { waits: true });
  const others = increments.filter(each => !results.has(each));
  if (others.length === 0) return results;
  // Another transaction may have created the package.
  await lockPackages(tx, slugsOf(others));
  return new Map([...results, ...(await takeLocked(tx, others))]);
}

const slugsOf = (increments: Batch) => increments.map(({ slug }) => slug);

/**
 * Serializes the changes of a package, and the batches of a key: either is the caller of a claim. All changes together
 * get a third of the pool, because a change that waits for a lock holds a connection.
 * @param timeout in milliseconds, after which a waiting change is refused
 */
export function createChangeQueue(connections: number, timeout: number): Slots {
  return new Slots({
    total: Math.max(1, Math.floor(connections / 3)),
    perCaller: 1,
    timeout,
    // The same problem as for a statement that times out waiting for the lock.
    refuse: ({ caller }) =>
      new Problem(
        'database-unavailable',
        `Earlier changes of ${caller} are still waiting in the database. Try again after Retry-After seconds.`,
        { headers: { 'Retry-After': '2' } },
      ),
  });
}
