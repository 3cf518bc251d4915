import {
  type Database,
  isDataRefused,
  isDeadlock,
  isLockTimeout,
  query,
  readStatement,
  type Transaction,
  transaction,
} from '@platform/db';
import { type Metrics, Problem } from '@platform/http';
import pLimit from 'p-limit';
import type { Increment, Line, StoredResponse } from '../context';
import { GroupCommit, type Outcome } from '../group-commit';
import { isChange, mismatch, withIdempotency } from '../idempotency/idempotency';
import { waitingShare } from './change-queue';
import { packageNotFound } from './packages';
import { formatLine, LARGEST_PART } from './semantic-version';

type Outcomes = readonly Outcome<StoredResponse>[];

/**
 * Group commit: one statement gives each request of a batch its version, in order of arrival, and creates missing
 * packages. Requests are answered after the commit.
 *
 * The batch waits for no lock: increments of a locked package go to a queue of their slug, so that it delays no
 * other. A statement counts one kind of increment per slug (`kindOf`); other kinds go to that queue too.
 */
export class Increments {
  private readonly shared: GroupCommit<Increment, StoredResponse>;
  /** By slug; empty queues are removed. */
  private readonly queues = new Map<string, GroupCommit<Increment, StoredResponse>>();
  private readonly limitQueues: <Result>(work: () => Promise<Result>) => Promise<Result>;
  private readonly count: (labels: { component: string }) => void;

  /** Queues of blocked slugs are bounded like other waiting changes. */
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

  /** @throws Problem version-overflow, package-not-found, line-not-found, idempotency-mismatch */
  async submit(increment: Increment): Promise<StoredResponse> {
    const commit = this.queues.get(increment.slug) ?? this.shared;
    const response = await commit.submit(increment);
    if (isChange(response)) this.count({ component: increment.component });
    return response;
  }

  private async runShared(batch: readonly Increment[]): Promise<Outcomes> {
    const outcomes = await runTogether(this.db, firstKinds(batch), PASS_OVER_LOCKED);
    return batch.map(
      increment =>
        outcomes.get(increment) ?? { later: this.queue(increment.slug).submit(increment) },
    );
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

  /** Batches by kind while that makes progress, then runs each alone. What is committed stands where a later batch fails. */
  private async runOfSlug(batch: readonly Increment[]): Promise<Outcomes> {
    const outcomes = new Map<Increment, Outcome<StoredResponse>>();
    try {
      for (;;) {
        const waiting = batch.filter(increment => !outcomes.has(increment));
        const together = await runTogether(this.db, firstKinds(waiting), WAIT_FOR_LOCKS);
        for (const [increment, outcome] of together) outcomes.set(increment, outcome);
        if (together.size === 0) break;
      }
    } catch (error) {
      return batch.map(increment => outcomes.get(increment) ?? { error });
    }
    const results: Outcome<StoredResponse>[] = [];
    for (const increment of batch) {
      results.push(outcomes.get(increment) ?? (await runAlone(this.db, increment)));
    }
    return results;
  }
}

/** Per slug, the increments of the same kind as its first. */
function firstKinds(batch: readonly Increment[]): Increment[] {
  const kinds = new Map<string, string>();
  return batch.filter(increment => {
    const kind = kindOf(increment);
    const first = kinds.get(increment.slug);
    if (first === undefined) kinds.set(increment.slug, kind);
    return first === undefined || first === kind;
  });
}

/** Increments of one kind count from one base. */
function kindOf({ component, line, label }: Increment): string {
  if (line === null && label === null) return '';
  return `${line ? formatLine(line) : ''} ${label === null ? '' : `${label} ${component}`}`;
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
  /** In the batch, from 1. */
  position: number;
  outcome: 'changed' | 'replayed' | 'mismatched' | 'unknown' | 'line-not-found' | 'overflowed';
}

const statement = readStatement<StepRow>(__dirname, 'increment.sql');

/**
 * The outcomes that the statement decided; none after a conflict, or where a value of one increment was refused.
 * `runAlone` handles overflows, whose refusal it stores.
 */
async function runTogether(
  db: Database,
  batch: readonly Increment[],
  locks: LockParameters,
): Promise<Map<Increment, Outcome<StoredResponse>>> {
  if (batch.length === 0) return new Map();
  try {
    const rows = await (locks.waitsForLocks
      ? transaction(db, tx => runLocked(tx, batch))
      : query(db, statement, { ...columns(batch), ...locks }));
    return new Map(
      rows
        .filter(({ outcome }) => outcome !== 'overflowed')
        .map(row => {
          const increment = batch[row.position - 1]!;
          return [increment, toOutcome(row, increment)];
        }),
    );
  } catch (error) {
    if (isDataRefused(error) || isDeadlock(error) || isLockTimeout(error)) return new Map();
    throw error;
  }
}

/** A first statement that waited for locks has an old snapshot and decides nothing; the second sees the commit. */
async function runLocked(tx: Transaction, batch: readonly Increment[]): Promise<StepRow[]> {
  const parameters = { ...columns(batch), ...WAIT_FOR_LOCKS };
  const rows = await query(tx, statement, parameters);
  return rows.length > 0 ? rows : query(tx, statement, parameters);
}

/** Isolates failures. */
async function runAlone(db: Database, increment: Increment): Promise<Outcome<StoredResponse>> {
  try {
    return { result: await withIdempotency(db, increment.idempotency, tx => step(tx, increment)) };
  } catch (error) {
    return { error };
  }
}

async function step(tx: Transaction, increment: Increment): Promise<StoredResponse> {
  const alone = { ...increment, idempotency: null };
  for (;;) {
    const [row] = await query(tx, statement, { ...columns([alone]), ...WAIT_FOR_LOCKS });
    if (row) {
      const outcome = toOutcome(row, alone);
      if ('error' in outcome) throw outcome.error;
      return outcome.result;
    }
    // The package was created or deleted concurrently: the next statement sees it.
  }
}

function toOutcome(
  row: StepRow,
  increment: Increment,
): { readonly result: StoredResponse } | { readonly error: unknown } {
  const { status, headers, body, outcome } = row;
  switch (outcome) {
    case 'mismatched':
      return { error: mismatch(increment.idempotency!) };
    case 'unknown':
      return { error: packageNotFound(increment.slug) };
    case 'line-not-found':
      return { error: lineNotFound(increment.slug, increment.line!) };
    case 'overflowed':
      return { error: overflow(increment, body) };
    default:
      return { result: { status, headers, body, isReplay: outcome === 'replayed' } };
  }
}

function lineNotFound(slug: string, line: Line): Problem {
  return new Problem(
    'line-not-found',
    `${slug} has no release ${formatLine(line)}. Increment without line, or name a line of its history.`,
  );
}

/** `base` is what was counted on from: not the package's version with `line`, with `pre`, and after a set back. */
function overflow({ slug, component, line, label }: Increment, base: string): Problem {
  const isPreRelease = base.includes('-');
  const part = isPreRelease ? `number after ${label}` : `${component.toLowerCase()} part`;
  const other = line === null ? 'set the version' : 'name another line';
  return new Problem(
    'version-overflow',
    `${slug} counts on from ${base}: its ${part} is at its largest, ${LARGEST_PART}. ` +
      (isPreRelease
        ? 'Use another label, or leave pre out.'
        : `Increment another part, or ${other}.`),
  );
}

/** Arrays that are empty count as nulls. */
function columns(batch: readonly Increment[]) {
  const isPlain = batch.every(({ line, label }) => line === null && label === null);
  const special = isPlain ? [] : batch;
  return {
    slugs: batch.map(({ slug }) => slug),
    components: batch.map(({ component }) => component),
    lineMajors: special.map(({ line }) => line?.major ?? null),
    lineMinors: special.map(({ line }) => line?.minor ?? null),
    labels: special.map(({ label }) => label),
    readsHistory: !isPlain,
    keyNames: batch.map(({ keyName }) => keyName),
    buildUrls: batch.map(({ buildUrl }) => buildUrl),
    commits: batch.map(({ commit }) => commit),
    owners: batch.map(({ idempotency }) => idempotency?.owner ?? null),
    idempotencyKeys: batch.map(({ idempotency }) => idempotency?.key ?? null),
    fingerprints: batch.map(({ idempotency }) => idempotency?.fingerprint ?? null),
  };
}
