import {
  type Database,
  isDeadlock,
  isUniqueViolation,
  query,
  readStatement,
  type Transaction,
} from '@platform/db';
import { type Metrics, Problem } from '@platform/http';
import { GroupCommit, type Outcome } from '../group-commit';
import type { StoredResponse } from '../idempotency/answer';
import { withIdempotency } from '../idempotency/answer-once';
import type { IdempotencyRequest } from '../idempotency/claim';
import { mismatch } from '../idempotency/claims-in-flight';
import { LARGEST_PART } from './semantic-version';

/** A part of a version that can be incremented. */
export type Component = 'Major' | 'Minor' | 'Patch';

export interface Increment {
  readonly slug: string;
  readonly component: Component;
  readonly keyName: string;
  readonly buildUrl: string | null;
  readonly claim: IdempotencyRequest | null;
}

interface StepRow extends StoredResponse {
  /** The position in the batch, from 1. */
  position: number;
  outcome: 'changed' | 'replayed' | 'mismatched';
}

const statement = readStatement<StepRow>(__dirname, 'increment.sql');

/**
 * Increments, committed in groups: one statement gives every call of a batch its own version, in the
 * order of their arrival, and creates packages that do not exist yet. A call is answered with the
 * package as this very call left it, after the commit.
 *
 * Rejects with Problem version-overflow, idempotency-mismatch.
 */
export function createIncrements(
  db: Database,
  metrics: Metrics,
): GroupCommit<Increment, StoredResponse> {
  const count = metrics.counter(
    'increments_total',
    'Versions handed out, by component',
    'component',
  );
  return new GroupCommit(async batch => {
    const rows = await runTogether(db, batch);
    const outcomes: Outcome<StoredResponse>[] = [];
    for (const [index, increment] of batch.entries()) {
      const row = rows.get(index + 1);
      const outcome = row ? judge(row, increment) : await runAlone(db, increment);
      outcomes.push(outcome);
      if ('result' in outcome && !outcome.result.isReplay) count(increment.component);
    }
    return outcomes;
  });
}

/** The rows of the batch by position; none when it met another replica's batch and was rolled back. */
async function runTogether(
  db: Database,
  batch: readonly Increment[],
): Promise<Map<number, StepRow>> {
  try {
    const rows = await query(db, statement, columns(batch));
    return new Map(rows.map(row => [row.position, row]));
  } catch (error) {
    if (isUniqueViolation(error) || isDeadlock(error)) return new Map();
    throw error;
  }
}

/** One increment in a transaction of its own: what a batch left over, and one that fails fails alone. */
async function runAlone(db: Database, increment: Increment): Promise<Outcome<StoredResponse>> {
  try {
    return { result: await withIdempotency(db, increment.claim, tx => step(tx, increment)) };
  } catch (error) {
    return { error };
  }
}

async function step(tx: Transaction, increment: Increment): Promise<StoredResponse> {
  for (;;) {
    const [row] = await query(tx, statement, columns([{ ...increment, claim: null }]));
    if (row) return toAnswer(row);
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

function judge(row: StepRow, { claim }: Increment): Outcome<StoredResponse> {
  if (row.outcome === 'mismatched' && claim) return { error: mismatch(claim) };
  return { result: toAnswer(row) };
}

function toAnswer({ status, headers, body, outcome }: StepRow): StoredResponse {
  return { status, headers, body, isReplay: outcome === 'replayed' };
}

function columns(batch: readonly Increment[]) {
  return {
    slugs: batch.map(({ slug }) => slug),
    components: batch.map(({ component }) => component),
    keyNames: batch.map(({ keyName }) => keyName),
    buildUrls: batch.map(({ buildUrl }) => buildUrl),
    owners: batch.map(({ claim }) => claim?.owner ?? null),
    idempotencyKeys: batch.map(({ claim }) => claim?.key ?? null),
    fingerprints: batch.map(({ claim }) => claim?.fingerprint ?? null),
  };
}
