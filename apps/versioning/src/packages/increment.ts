import {
  type Database,
  GroupCommit,
  isDatabaseUnavailable,
  isDataRefused,
  isDeadlock,
  isLockTimeout,
  query,
  readStatements,
  retryConflict,
  type Transaction,
  transaction,
} from '@platform/db';
import { type Claim, type Metrics, Problem, Slots } from '@platform/http';
import type { IdempotencyRequest, StoredResponse } from '../http/stored-response';
import { isChange, withIdempotency } from '../idempotency/idempotency';
import { findMade } from './commit-version';
import {
  type KnownVersions,
  nextVersion,
  numberOverflow,
  type WantedVersion,
} from './next-version';
import { lockPackage } from './packages';
import type { NextVersionPreview } from './packages.dto';
import { formatVersion, MAX_PART } from './semantic-version';
import {
  type Increment,
  type Results,
  readPackages,
  refusalOf,
  takeVersions,
} from './take-versions';
import { requireMatch } from './versions';

const sql = readStatements(__dirname, 'packages.sql');
const nextNumber = sql<{ number: number }>('next-number');

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

  /** @throws Problem version-overflow, package-not-found, line-not-found, key-scope, idempotency-mismatch */
  async submit(increment: Increment): Promise<StoredResponse> {
    const { slug, component, line, label, allows, condition } = increment;
    const isPlain = line === null && label === null && allows === null;
    const shared = isPlain ? this.plain : this.special;
    const response = await (condition
      ? this.changeQueue.run({ caller: slug }, () => takeAlone(this.db, increment))
      : (this.queues.get(slug) ?? shared).submit(increment));
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

/** @throws Problem version-overflow, package-not-found, line-not-found, key-scope, idempotency-mismatch */
function takeAlone(db: Database, increment: Increment): Promise<StoredResponse> {
  return withIdempotency(db, increment.idempotency, async tx => {
    const alone = { ...increment, idempotency: null };
    for (;;) {
      const locked = await lockPackage(tx, increment.slug);
      const packages = await readPackages(tx, [alone]);
      const made = await meetCondition(tx, increment, packages.get(increment.slug)!);
      if (made) return made;
      const result = (await takeVersions(tx, [alone], packages, WAIT)).get(alone);
      if (result instanceof Error) throw result;
      if (result) return result;
      if (locked) throw numberOverflow(packages.get(increment.slug)!, increment);
      // The package was created concurrently: the next round locks it.
    }
  });
}

/** The version that was made for the commit. @throws Problem package-not-found, precondition-failed, key-scope */
async function meetCondition(
  tx: Transaction,
  increment: Increment,
  known: KnownVersions,
): Promise<StoredResponse | null> {
  const { slug, condition, commit } = increment;
  if (!condition) return null;
  const { etags, oncePerCommit } = condition;
  if (etags !== null) requireMatch(etags, slug, known.tag);
  const made = oncePerCommit ? await findMade(tx, { ...increment, commit: commit! }) : null;
  const refusal = made && refusalOf(increment, made.version);
  if (refusal) throw refusal;
  return made?.response ?? null;
}

/** All or none, in one transaction: what is not taken at once counts from what was taken before. */
async function takeAll(tx: Transaction, increments: readonly Increment[]): Promise<StoredResponse> {
  const slugs = [...new Set(increments.map(({ slug }) => slug))].sort();
  const bodies = new Map<Increment, string>();
  for (;;) {
    let isLocked = true;
    for (const slug of slugs) isLocked = (await lockPackage(tx, slug)) !== null && isLocked;
    const pending = increments.filter(increment => !bodies.has(increment));
    if (pending.length === 0) break;
    const packages = await readPackages(tx, pending);
    const results = await takeVersions(tx, pending, packages, WAIT);
    for (const [increment, result] of results) {
      if (result instanceof Error) throw result;
      bodies.set(increment, result.body);
    }
    // Else a package was created concurrently: the next round locks it.
    if (results.size === 0 && isLocked) {
      const spent = pending.find(({ label }) => label !== null)!;
      throw numberOverflow(packages.get(spent.slug)!, spent);
    }
  }
  const items = increments.map(increment => bodies.get(increment)!);
  return { status: 200, headers: {}, body: `{"Items":[${items.join(',')}]}` };
}

/** The version that an increment would give now. @throws Problem package-not-found, line-not-found, version-overflow */
export async function previewVersion(
  db: Database,
  wanted: WantedVersion,
): Promise<NextVersionPreview> {
  const known = (await readPackages(db, [wanted])).get(wanted.slug)!;
  const next = nextVersion(known, wanted);
  if (next instanceof Problem) throw next;
  const { label } = wanted;
  const version = formatVersion(next!);
  if (label === null) return { Version: version, IsNew: known.id === null };
  const { major, minor, patch } = next!;
  const [row] = await query(db, nextNumber, {
    packageId: known.id ?? 0,
    major,
    minor,
    patch,
    label,
  });
  if (row!.number > MAX_PART) throw numberOverflow(known, wanted);
  return { Version: `${version}-${label}.${row!.number}`, IsNew: known.id === null };
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
