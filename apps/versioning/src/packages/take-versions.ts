import { type Database, query, readStatement, type Transaction } from '@platform/db';
import { Problem } from '@platform/http/problems';
import type { StoredResponse } from '../http/stored-response';
import { mismatch } from '../idempotency/idempotency';
import { ChangingPackage, UNDECIDED } from './changing-package';
import { findPrevious } from './history';
import { type Increment, type KnownRow, readKnown } from './known-versions';
import type { WantedVersion } from './next-version';
import type { NextVersionPreview } from './packages.dto';
import { formatHistoryVersion } from './semantic-version';

/** The increment changes nothing, but its response must be stored under the Idempotency-Key. */
export const NEEDS_OWN_TRANSACTION = Symbol('needs its own transaction');

type Result = StoredResponse | Problem | typeof NEEDS_OWN_TRANSACTION;

/** Increments without a result have changed nothing and must be retried. */
export type Results = Map<Increment, Result>;

const statement = readStatement<{ slug: string }>(__dirname, 'increment.sql');

/**
 * Takes the next version for each increment; those of a package are taken in order. One statement reads what the
 * versions depend on; another writes the packages that no other transaction has changed in the meantime.
 * @param waits whether to wait for transactions that create a package or store a response; existing packages must be
 *   locked
 */
export async function takeVersions(
  on: Database | Transaction,
  batch: readonly Increment[],
  { waits }: { readonly waits: boolean },
): Promise<Results> {
  const known = await readKnown(on, batch, { searches: waits });
  const packages = new Map<string, ChangingPackage>();
  const undecided = new Set<string>();
  const results: Results = new Map();
  for (const [index, increment] of batch.entries()) {
    const { slug } = increment;
    if (undecided.has(slug)) continue;
    const row = known[index];
    const changing = packages.get(slug) ?? (row && new ChangingPackage(row));
    if (changing) packages.set(slug, changing);
    const result = row && changing ? await resultOf(on, changing, increment, row) : UNDECIDED;
    if (result === UNDECIDED) undecided.add(slug);
    else results.set(increment, result);
  }
  const changed = [...packages.values()].filter(({ changes }) => changes.length > 0);
  const lost = new Set(changed.map(({ slug }) => slug));
  for (const { slug } of await write(on, changed, waits)) lost.delete(slug);
  for (const increment of batch) if (lost.has(increment.slug)) results.delete(increment);
  return results;
}

async function write(
  on: Database | Transaction,
  packages: readonly ChangingPackage[],
  waits: boolean,
): Promise<{ slug: string }[]> {
  if (packages.length === 0) return [];
  return query(on, statement, {
    lockTimeout: waits ? '0' : '200ms',
    slugs: packages.map(({ slug }) => slug),
    packages: JSON.stringify(packages.map(each => each.goal())),
    changes: JSON.stringify(packages.flatMap(({ changes }) => changes)),
    records: JSON.stringify(packages.flatMap(({ records }) => records)),
  });
}

async function resultOf(
  on: Database | Transaction,
  changing: ChangingPackage,
  increment: Increment,
  row: KnownRow,
): Promise<Result | typeof UNDECIDED> {
  const { idempotency } = increment;
  if (row.answer) {
    const { isSame, ...response } = row.answer;
    return isSame ? { ...response, isReplay: true } : mismatch(idempotency!);
  }
  try {
    const taken = changing.take(increment, row);
    if (taken === UNDECIDED) return UNDECIDED;
    if ('body' in taken) return { status: 200, headers: {}, body: taken.body };
    if (idempotency) return NEEDS_OWN_TRANSACTION;
    const previous = await findPrevious(on, {
      ...taken,
      packageId: row.id!,
      at: new Date(taken.at),
    });
    const headers = { 'Once-Replayed': 'commit' };
    return { status: 200, headers, body: changing.body(taken, previous) };
  } catch (error) {
    if (error instanceof Problem) return idempotency ? NEEDS_OWN_TRANSACTION : error;
    throw error;
  }
}

/** The version that an increment would make now. @throws Problem package-not-found, line-not-found, version-overflow */
export async function previewVersion(
  db: Database,
  wanted: WantedVersion,
): Promise<NextVersionPreview> {
  const made = { keyName: '', allows: null, buildUrl: null, commit: null };
  const conditions = { idempotency: null, etags: null, oncePerCommit: false };
  const increment = { ...wanted, ...made, ...conditions };
  const [row] = await readKnown(db, [increment], { searches: true });
  const changing = new ChangingPackage(row!);
  changing.take(increment, row!);
  return { Version: formatHistoryVersion(changing.changes[0]!), IsNew: row!.id === null };
}
