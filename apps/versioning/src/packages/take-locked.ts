import {
  type Database,
  query,
  readStatement,
  readStatements,
  type Transaction,
} from '@platform/db';
import { requireAllowed } from '../api-keys/key-rules';
import type { StoredResponse } from '../http/stored-response';
import { findPrevious } from './history';
import {
  type KnownVersions,
  NEW_PACKAGE,
  type NextVersion,
  nextVersion,
  numberOverflow,
  type WantedVersion,
} from './next-version';
import { getPackage, insertPackage, lockPackage, recordChange, versionTag } from './packages';
import {
  type NextVersionPreview,
  type PackageRow,
  type PreviousRelease,
  toPackage,
} from './packages.dto';
import {
  formatHistoryVersion,
  formatVersion,
  type HistoryVersion,
  isGreater,
  MAX_PART,
} from './semantic-version';
import type { Increment } from './take-versions';
import { requireMatch } from './versions';

const sql = readStatements(__dirname, 'packages.sql');

/**
 * Takes the next version of any increment, from its package, which stays locked until the transaction ends.
 * @throws Problem version-overflow, package-not-found, line-not-found, precondition-failed, key-scope
 */
export async function takeLocked(tx: Transaction, increment: Increment): Promise<StoredResponse> {
  const { slug, component, condition, keyName, allows, buildUrl, commit } = increment;
  const key = { name: keyName, allows };
  for (;;) {
    const locked = await lockPackage(tx, slug);
    if (condition?.etags) requireMatch(condition.etags, slug, locked && versionTag(locked));
    const made = condition?.oncePerCommit ? await findMade(tx, increment) : null;
    if (made) {
      requireAllowed(key, { component, version: formatHistoryVersion(made) });
      return repeat(tx, slug, made);
    }
    const known = await readKnown(tx, increment);
    const next = nextVersion(known, increment);
    const suffix = increment.label === null ? '' : `-${increment.label}`;
    const version = formatVersion(next) + suffix;
    requireAllowed(key, { component, version, creates: locked === null });
    const release = await numbered(tx, known, next, increment);
    const { moves } = next;
    const change = { ...release, component, moves, keyName, buildUrl, commit };
    const leads = moves && !isGreater(known.highest, next);
    const row = locked
      ? await recordChange(tx, {
          ...change,
          packageId: locked.id,
          leads,
          isRepeat: null,
          reason: null,
        })
      : await insertPackage(tx, { ...change, slug, name: slug });
    if (row) return { status: 200, headers: {}, body: incrementBody(row, release, known.previous) };
    // A concurrent request created the package: the next round locks it.
  }
}

/** The version that an increment would make now. @throws Problem package-not-found, line-not-found, version-overflow */
export async function previewVersion(
  db: Database,
  wanted: WantedVersion,
): Promise<NextVersionPreview> {
  const known = await readKnown(db, wanted);
  const release = await numbered(db, known, nextVersion(known, wanted), wanted);
  return { Version: formatHistoryVersion(release), IsNew: known.id === null };
}

type Parts = readonly [major: number, minor: number, patch: number];

interface KnownRow {
  readonly id: number | null;
  readonly current: Parts;
  readonly highest: Parts | null;
  readonly base: Parts | null;
  readonly previous: string | null;
  readonly commit: string | null;
}

const readKnownStatement = readStatement<KnownRow>(__dirname, 'read-known.sql');

async function readKnown(
  on: Database | Transaction,
  { slug, component, line }: WantedVersion,
): Promise<KnownVersions> {
  const [row] = await query(on, readKnownStatement, {
    slug,
    component,
    lineMajor: line?.major ?? null,
    lineMinor: line?.minor ?? null,
  });
  if (!row) return NEW_PACKAGE;
  const { id, current, highest, base, previous, commit } = row;
  return {
    id,
    current: toVersion(current),
    highest: toVersion(highest ?? current),
    base: base && toVersion(base),
    previous: previous === null ? null : { Version: previous, Commit: commit },
  };
}

function toVersion([major, minor, patch]: Parts) {
  return { major, minor, patch };
}

const nextNumber = sql<{ number: number }>('next-number');

/** The release, or the next pre-release of it. @throws Problem version-overflow */
async function numbered(
  on: Database | Transaction,
  { id }: KnownVersions,
  { major, minor, patch }: NextVersion,
  { slug, label }: WantedVersion,
): Promise<HistoryVersion> {
  const version = { major, minor, patch };
  if (label === null) return { ...version, preLabel: null, preNumber: null };
  const [row] = await query(on, nextNumber, { packageId: id ?? 0, ...version, label });
  if (row!.number > MAX_PART) throw numberOverflow(slug, version, label);
  return { ...version, preLabel: label, preNumber: row!.number };
}

interface MadeVersion extends HistoryVersion {
  readonly packageId: number;
  readonly revision: number;
  readonly at: Date;
}

const findMadeStatement = sql<MadeVersion>('find-made');

/** The version of this kind that was made for the commit; undefined where there is none. */
async function findMade(
  tx: Transaction,
  { slug, component, line, label, commit }: Increment,
): Promise<MadeVersion | undefined> {
  const [made] = await query(tx, findMadeStatement, {
    slug,
    component,
    label,
    commit,
    lineMajor: line?.major ?? null,
    lineMinor: line?.minor ?? null,
  });
  return made;
}

async function repeat(tx: Transaction, slug: string, made: MadeVersion): Promise<StoredResponse> {
  const body = incrementBody(await getPackage(tx, slug), made, await findPrevious(tx, made));
  return { status: 200, headers: { 'Once-Replayed': 'commit' }, body };
}

/** As take-versions.sql has it, whose spaces keep scripts that search for `"Version":"` from the previous version. */
function incrementBody(
  row: PackageRow,
  release: HistoryVersion,
  previous: PreviousRelease | null,
): string {
  const { major, minor, patch, preLabel, preNumber } = release;
  const body = {
    ...toPackage({ ...row, major, minor, patch }),
    Version: formatHistoryVersion(release),
    Previous: previous,
    ...(preLabel !== null && { PreRelease: `${preLabel}.${preNumber}` }),
  };
  return JSON.stringify(body).replace('"Previous":{"Version":', '"Previous":{"Version" : ');
}
