import { type Database, query, readStatement, type Transaction } from '@platform/db';
import { Problem } from '@platform/http/problems';
import { findRefusal } from '../api-keys/key-rules';
import type { Allows } from '../http/principal';
import type { IdempotencyRequest, StoredResponse } from '../http/stored-response';
import {
  afterRelease,
  type Component,
  isLeading,
  type KnownVersions,
  NEW_PACKAGE,
  type NextVersion,
  nextVersion,
  previousOf,
  type WantedVersion,
} from './next-version';
import { versionTag } from './packages';
import { formatLine, formatVersion } from './semantic-version';

export interface Increment extends WantedVersion {
  readonly keyName: string;
  /** The rules of the key. */
  readonly allows: Allows | null;
  readonly buildUrl: string | null;
  readonly commit: string | null;
  readonly idempotency: IdempotencyRequest | null;
  /** Null for an increment that depends on nothing but the history. */
  readonly condition: IncrementCondition | null;
}

export interface IncrementCondition {
  /** The entity tags of If-Match; null when it was not sent. */
  readonly etags: readonly string[] | null;
  /** Whether the version that was made for the commit is the answer. */
  readonly oncePerCommit: boolean;
}

/** An error is the increment's own. An increment without a result changed nothing. */
export type Results = Map<Increment, StoredResponse | Error>;

type Packages = ReadonlyMap<string, KnownVersions>;
type Parts = readonly [major: number, minor: number, patch: number];

interface BaseRow {
  readonly slug: string;
  readonly component: Component;
  readonly isLine: boolean;
  readonly id: number | null;
  readonly revision: number;
  readonly unmoved: number | null;
  readonly current: Parts;
  readonly highest: Parts | null;
  readonly base: Parts | null;
  readonly previous: Parts | null;
  readonly commit: string | null;
}

const readBases = readStatement<BaseRow>(__dirname, 'read-bases.sql');

/** By slug, what decides the next versions of a batch. */
export async function readPackages(
  on: Database | Transaction,
  batch: readonly WantedVersion[],
): Promise<Packages> {
  const byBase = batch.map(wanted => {
    const { slug, component, line } = wanted;
    return [`${slug} ${line ? formatLine(line) : component}`, wanted] as const;
  });
  const wanted = [...new Map(byBase).values()];
  const rows = await query(on, readBases, {
    slugs: wanted.map(({ slug }) => slug),
    components: wanted.map(({ component }) => component),
    lineMajors: wanted.map(({ line }) => line?.major ?? null),
    lineMinors: wanted.map(({ line }) => line?.minor ?? null),
  });
  const packages = new Map<string, KnownVersions>();
  for (const row of rows) packages.set(row.slug, withBase(packages.get(row.slug), row));
  return packages;
}

function withBase(known: KnownVersions | undefined, row: BaseRow): KnownVersions {
  const { component, isLine, id, revision, unmoved, commit } = row;
  if (id === null) return { ...NEW_PACKAGE, revision };
  const base = row.base && toVersion(row.base);
  const previous = row.previous && { ...toVersion(row.previous), commit };
  return {
    id,
    revision,
    tag: versionTag({ id, revision, unmoved: unmoved! }),
    current: toVersion(row.current),
    highest: toVersion(row.highest ?? row.current),
    releases: [...(known?.releases ?? []), ...(isLine && base ? [base] : [])],
    bases: { ...known?.bases, ...(!isLine && base && { [component]: base }) },
    earlier: [...(known?.earlier ?? []), ...(previous ? [previous] : [])],
  };
}

function toVersion([major, minor, patch]: Parts) {
  return { major, minor, patch };
}

interface TakenRow extends StoredResponse {
  /** In the batch. */
  readonly index: number;
}

const takeStatement = readStatement<TakenRow>(__dirname, 'take-versions.sql');

/**
 * Takes the next version for each increment, in order, from packages that no other transaction has locked.
 * @param packages as `readPackages` returned them; packages that have changed since have no results. Null: all increments
 * are plain, and only packages at the highest version of their history have results
 * @param lockTimeout limits the wait for a transaction that is creating a package or answering an Idempotency-Key
 */
export async function takeVersions(
  on: Database | Transaction,
  batch: readonly Increment[],
  packages: Packages | null,
  lockTimeout: string,
): Promise<Results> {
  const results: Results = new Map();
  const drafts = new Map<string, { known: KnownVersions; steps: number; moved: number }>();
  const increments: object[] = [];
  for (const [index, increment] of batch.entries()) {
    const {
      slug,
      label,
      line: _,
      condition: __,
      allows: ___,
      idempotency,
      ...recorded
    } = increment;
    const draft = drafts.get(slug);
    const known = draft?.known ?? packages?.get(slug) ?? NEW_PACKAGE;
    const creates = draft === undefined && known.id === null;
    const next = allowedVersion(known, increment, creates);
    if (next instanceof Problem) results.set(increment, next);
    if (next === null || next instanceof Problem) continue;
    const place = (draft?.steps ?? 0) + 1;
    drafts.set(slug, {
      known: label === null ? afterRelease(known, next, increment.commit) : known,
      steps: place,
      moved: (draft?.moved ?? 0) + Number(next.moves),
    });
    increments.push({
      ...recorded,
      previous: packages && previousOf(known, next),
      ...(idempotency && keyOf(idempotency)),
      index,
      slug,
      place,
      label,
      moves: next.moves,
      majors: next.major,
      minors: next.minor,
      patches: next.patch,
    });
  }
  if (increments.length === 0) return results;
  const changed = [...drafts].map(([slug, { known, steps, moved }]) => {
    const { id, revision } = known;
    return { slug, id, revision, steps, moved, leads: isLeading(known) };
  });
  const rows = await query(on, takeStatement, {
    lockTimeout,
    slugs: [...drafts.keys()],
    packages: JSON.stringify(changed),
    increments: JSON.stringify(increments),
  });
  for (const { index, ...response } of rows) results.set(batch[index]!, response);
  return results;
}

/** As `nextVersion`, or the rule that keeps the key of the increment from it. */
function allowedVersion(
  known: KnownVersions,
  increment: Increment,
  creates: boolean,
): NextVersion | Problem | null {
  const next = nextVersion(known, increment);
  if (increment.allows === null || next === null || next instanceof Problem) return next;
  const suffix = increment.label === null ? '' : `-${increment.label}`;
  return refusalOf(increment, formatVersion(next) + suffix, creates) ?? next;
}

/** The rule that keeps the key of the increment from a version; null where none does. */
export function refusalOf(
  { keyName: name, allows, component }: Increment,
  version: string,
  creates = false,
): Problem | null {
  return findRefusal({ name, allows }, { component, version, creates });
}

function keyOf({ owner, key, fingerprint }: IdempotencyRequest) {
  const bytes = (value: Buffer) => `\\x${value.toString('hex')}`;
  return { key, owner: bytes(owner), fingerprint: bytes(fingerprint) };
}
