import {
  type Database,
  query,
  readStatement,
  readStatements,
  type Transaction,
  transaction,
} from '@platform/db';
import { Problem } from '@platform/http/problems';
import { lockPackage } from './packages';
import type { AdoptedVersions, SkippedVersion } from './packages.dto';
import { continuePositions } from './position';
import {
  formatHistoryVersion,
  formatVersion,
  type HistoryVersion,
  isGreater,
  parseHistoryVersion,
} from './semantic-version';

/** A version that was handed out elsewhere. */
export interface AdoptedVersion extends HistoryVersion {
  /** Omitted or null: now, or as `datedBefore` gives it. */
  readonly at?: Date | null;
  readonly commit?: string | null;
  readonly buildUrl?: string | null;
}

/** A tag as a version, without a `v` in front of it; a text is why it is none that the history can hold. */
export function readTag(tag: string): HistoryVersion | string {
  try {
    return parseHistoryVersion(tag.trim().replace(/^v/i, ''));
  } catch (error) {
    if (error instanceof Problem) return error.detail;
    throw error;
  }
}

interface Outcome {
  /** How many of the versions the history lacked. */
  readonly recorded: number;
  /** Whether the package is at another version now. */
  readonly moved: boolean;
}

const adoptStatement = readStatement<Outcome>(__dirname, 'adopt.sql');

export interface Adoption {
  readonly slug: string;
  /** Of a package that is created; null: the slug. */
  readonly name: string | null;
  readonly component: 'Adopted' | 'Set';
  readonly keyName: string;
}

/**
 * Records the versions that the history lacks, and moves the package to the highest release of them, never backwards; it
 * is created where it is missing.
 */
export async function recordVersions(
  db: Database,
  adoption: Adoption,
  versions: readonly AdoptedVersion[],
): Promise<Outcome> {
  return transaction(db, async tx => {
    for (;;) {
      const row = await record(tx, await lockPackage(tx, adoption.slug), adoption, versions);
      if (row) return row;
    }
  });
}

/** Undefined where a concurrent request created the package: then it has to be locked. */
async function record(
  tx: Transaction,
  locked: { readonly id: number } | null,
  adoption: Adoption,
  versions: readonly AdoptedVersion[],
): Promise<Outcome | undefined> {
  const given = { packageId: locked?.id ?? null, versions: JSON.stringify(versions) };
  const [row] = await query(tx, adoptStatement, { ...adoption, ...given });
  return row;
}

export function highestRelease(versions: readonly HistoryVersion[]): string | null {
  const releases = versions.filter(({ preLabel }) => preLabel === null);
  if (releases.length === 0) return null;
  return formatVersion(releases.reduce((one, other) => (isGreater(one, other) ? one : other)));
}

/** A version of the history, `1.4.2` or `1.5.0-rc.1`. */
interface KnownVersion {
  readonly version: string;
  readonly commit: string | null;
}

const sql = readStatements(__dirname, 'packages.sql');
const knownStatement = sql<KnownVersion>('list-known-versions');
const firstStatement = sql<{ at: Date | null; version: string }>('read-adopting');

export interface Tag extends Required<Omit<AdoptedVersion, keyof HistoryVersion>> {
  readonly tag: string;
}

/** Adopts what tags name: repeated, nothing changes. In one transaction. */
export async function adoptTags(
  db: Database,
  adoption: Omit<Adoption, 'component'>,
  tags: readonly Tag[],
): Promise<AdoptedVersions> {
  const { slug } = adoption;
  return transaction(db, async tx => {
    await continuePositions(tx);
    for (;;) {
      const locked = await lockPackage(tx, slug);
      const known = await query(tx, knownStatement, { slug });
      const { added, ...others } = sort(tags, new Map(known.map(row => [row.version, row.commit])));
      const [first] = await query(tx, firstStatement, { slug });
      if (added.length === 0) return { Version: first?.version ?? '0.0.0', Adopted: 0, ...others };
      const dated = datedBefore(added, first?.at ?? null);
      const row = await record(tx, locked, { ...adoption, component: 'Adopted' }, dated);
      if (!row) continue;
      const [after] = await query(tx, firstStatement, { slug });
      return { Version: after!.version, Adopted: row.recorded, ...others };
    }
  });
}

function sort(tags: readonly Tag[], known: ReadonlyMap<string, string | null>) {
  const added = new Map<string, AdoptedVersion>();
  const Skipped: SkippedVersion[] = [];
  let Unchanged = 0;
  for (const { tag, commit, ...made } of tags) {
    const version = readTag(tag);
    if (typeof version === 'string') {
      Skipped.push({ Version: tag, Reason: version });
      continue;
    }
    const text = formatHistoryVersion(version);
    const earlier = added.get(text)?.commit ?? known.get(text);
    if (earlier === undefined && !added.has(text)) {
      added.set(text, { ...version, ...made, commit });
    } else if (earlier && commit && earlier.toLowerCase() !== commit.toLowerCase()) {
      Skipped.push({ Version: tag, Reason: `${text} is there already, of the commit ${earlier}.` });
    } else {
      Unchanged += 1;
    }
  }
  return { added: [...added.values()], Unchanged, Skipped };
}

/** Versions without a time come before what was there, in the order of precedence, a millisecond apart. */
function datedBefore(versions: readonly AdoptedVersion[], first: Date | null): AdoptedVersion[] {
  const dated = versions.flatMap(({ at }) => (at ? [at.getTime()] : []));
  const end = Math.min(first?.getTime() ?? Date.now(), ...dated);
  const undated = versions.filter(({ at }) => at === null).sort(byPrecedence);
  const at = new Map(undated.map((version, index) => [version, end - undated.length + index]));
  return versions.map(version => ({
    ...version,
    at: version.at ?? new Date(at.get(version)!),
  }));
}

/** Rule 11 of Semantic Versioning 2.0.0, as far as versions of the history differ. */
function byPrecedence(one: HistoryVersion, other: HistoryVersion): number {
  if (isGreater(one, other)) return 1;
  if (isGreater(other, one)) return -1;
  if (one.preLabel === null || other.preLabel === null) {
    return Number(one.preLabel === null) - Number(other.preLabel === null);
  }
  if (one.preLabel !== other.preLabel) return one.preLabel < other.preLabel ? -1 : 1;
  return one.preNumber! - other.preNumber!;
}
