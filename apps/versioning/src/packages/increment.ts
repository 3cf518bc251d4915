import {
  type Database,
  isDeadlock,
  isLockTimeout,
  isUniqueViolation,
  query,
  readStatement,
  type Transaction,
} from '@platform/db';
import { type Metrics, Problem } from '@platform/http';
import pLimit from 'p-limit';
import { GroupCommit, type Outcome } from '../group-commit';
import {
  type IdempotencyRequest,
  isChange,
  mismatch,
  type StoredResponse,
  withIdempotency,
} from '../idempotency/idempotency';
import { waitingShare } from './change-queue';
import { LARGEST_PART } from './semantic-version';

/** A part of a version that can be incremented. */
export type Component = 'Major' | 'Minor' | 'Patch';

export interface Increment {
  readonly slug: string;
  readonly component: Component;
  readonly keyName: string;
  readonly buildUrl: string | null;
  readonly idempotency: IdempotencyRequest | null;
}

type Outcomes = readonly Outcome<StoredResponse>[];

/**
 * Increments, committed in groups: one statement gives every request of a batch its own version, in the
 * order of their arrival, and creates packages that do not exist yet. A request is answered with the
 * package as it left it, after the commit.
 *
 * The batch waits for no lock: a package that another transaction holds is passed over, and its
 * increments go to a queue of their slug, which does wait, so that one blocked slug delays no other.
 */
export class Increments {
  private readonly shared: GroupCommit<Increment, StoredResponse>;
  /** By slug, while there is something in them. */
  private readonly queues = new Map<string, GroupCommit<Increment, StoredResponse>>();
  private readonly limitQueues: <Result>(work: () => Promise<Result>) => Promise<Result>;
  private readonly count: (component: string) => void;

  /** The queues of blocked slugs hold as many of the pool's connections as other changes do. */
  constructor(
    private readonly db: Database,
    metrics: Metrics,
  ) {
    this.count = metrics.counter(
      'increments_total',
      'Versions handed out, by component',
      'component',
    );
    this.limitQueues = pLimit(waitingShare(db.pool.options.max));
    this.shared = new GroupCommit(batch => this.runShared(batch));
  }

  /** @throws Problem version-overflow, idempotency-mismatch */
  async submit(increment: Increment): Promise<StoredResponse> {
    const commit = this.queues.get(increment.slug) ?? this.shared;
    const response = await commit.submit(increment);
    if (isChange(response)) this.count(increment.component);
    return response;
  }

  private async runShared(batch: readonly Increment[]): Promise<Outcomes> {
    const rows = await runTogether(this.db, batch, PASS_OVER_LOCKED);
    return batch.map((increment, index) => {
      const row = rows.get(index + 1);
      return row ? judge(row, increment) : { later: this.queue(increment.slug).submit(increment) };
    });
  }

  private queue(slug: string): GroupCommit<Increment, StoredResponse> {
    const existing = this.queues.get(slug);
    if (existing) return existing;
    const queue = new GroupCommit<Increment, StoredResponse>(
      batch => this.limitQueues(() => this.runOfSlug(batch)),
      { onIdle: () => this.queues.delete(slug) },
    );
    this.queues.set(slug, queue);
    return queue;
  }

  private async runOfSlug(batch: readonly Increment[]): Promise<Outcomes> {
    const rows = await runTogether(this.db, batch, WAIT_FOR_LOCKS);
    const outcomes: Outcome<StoredResponse>[] = [];
    for (const [index, increment] of batch.entries()) {
      const row = rows.get(index + 1);
      outcomes.push(row ? judge(row, increment) : await runAlone(this.db, increment));
    }
    return outcomes;
  }
}

interface LockParameters {
  readonly waitsForLocks: boolean;
  /** PostgreSQL's lock_timeout; 0 is none, and the statement timeout applies. */
  readonly lockTimeout: string;
}

/** The timeout bounds the wait for a slug or an Idempotency-Key that another transaction is inserting. */
const PASS_OVER_LOCKED: LockParameters = { waitsForLocks: false, lockTimeout: '200ms' };
const WAIT_FOR_LOCKS: LockParameters = { waitsForLocks: true, lockTimeout: '0' };

interface StepRow extends StoredResponse {
  /** The position in the batch, from 1. */
  position: number;
  outcome: 'changed' | 'replayed' | 'mismatched';
}

const statement = readStatement<StepRow>(__dirname, 'increment.sql');

/** The rows of the batch by position; none when it conflicted with another transaction and was rolled back. */
async function runTogether(
  db: Database,
  batch: readonly Increment[],
  locks: LockParameters,
): Promise<Map<number, StepRow>> {
  try {
    const rows = await query(db, statement, { ...columns(batch), ...locks });
    return new Map(rows.map(row => [row.position, row]));
  } catch (error) {
    if (isUniqueViolation(error) || isDeadlock(error) || isLockTimeout(error)) return new Map();
    throw error;
  }
}

/** One increment in a transaction of its own: one that fails fails alone. */
async function runAlone(db: Database, increment: Increment): Promise<Outcome<StoredResponse>> {
  try {
    return { result: await withIdempotency(db, increment.idempotency, tx => step(tx, increment)) };
  } catch (error) {
    return { error };
  }
}

async function step(tx: Transaction, increment: Increment): Promise<StoredResponse> {
  const alone = columns([{ ...increment, idempotency: null }]);
  for (;;) {
    const [row] = await query(tx, statement, { ...alone, ...WAIT_FOR_LOCKS });
    if (row) return toResponse(row);
    await refuseOverflow(tx, increment);
    // The package was created or deleted while the statement ran: the next one sees it.
  }
}

const atLimit = readStatement<{ version: string }>(__dirname, 'find-package-at-limit.sql');

async function refuseOverflow(tx: Transaction, { slug, component }: Increment): Promise<void> {
  const [full] = await query(tx, atLimit, { slug, component, limit: LARGEST_PART });
  if (!full) return;
  throw new Problem(
    'version-overflow',
    `${slug} is at ${full.version}: its ${component.toLowerCase()} part is at its largest, ${LARGEST_PART}. ` +
      'Increment another part, or set the version.',
  );
}

function judge(row: StepRow, { idempotency }: Increment): Outcome<StoredResponse> {
  if (row.outcome === 'mismatched' && idempotency) return { error: mismatch(idempotency) };
  return { result: toResponse(row) };
}

function toResponse({ status, headers, body, outcome }: StepRow): StoredResponse {
  return { status, headers, body, isReplay: outcome === 'replayed' };
}

function columns(batch: readonly Increment[]) {
  return {
    slugs: batch.map(({ slug }) => slug),
    components: batch.map(({ component }) => component),
    keyNames: batch.map(({ keyName }) => keyName),
    buildUrls: batch.map(({ buildUrl }) => buildUrl),
    owners: batch.map(({ idempotency }) => idempotency?.owner ?? null),
    idempotencyKeys: batch.map(({ idempotency }) => idempotency?.key ?? null),
    fingerprints: batch.map(({ idempotency }) => idempotency?.fingerprint ?? null),
  };
}
