import { type Database, query, readStatements, transaction } from '@platform/db';
import { Problem } from '@platform/http/problems';
import {
  lockPackage,
  type Recorded,
  type RecordedVersion,
  type Recording,
  recordChanges,
} from './packages';
import type { AdoptedVersions, SkippedVersion } from './packages.dto';
import { continuePositions } from './position';
import {
  compareReleases,
  formatHistoryVersion,
  formatVersion,
  type HistoryVersion,
  parseHistoryVersion,
} from './semantic-version';

/** Parses a tag such as `v1.4.2`. Returns the reason if it is not a version that the history can hold. */
export function readTag(tag: string): HistoryVersion | string {
  try {
    return parseHistoryVersion(tag.trim().replace(/^v/i, ''));
  } catch (error) {
    if (error instanceof Problem) return error.detail;
    throw error;
  }
}

/** Adds versions to the history and moves the package to the highest release, never backwards. May create it. */
export async function recordVersions(
  db: Database,
  { slug, keyName }: Pick<Recording, 'slug' | 'keyName'>,
  versions: readonly HistoryVersion[],
): Promise<Recorded> {
  const recording = { slug, component: 'Set', keyName, moves: 'up' } as const;
  return transaction(db, async tx => {
    for (;;) {
      const row = await recordChanges(tx, await lockPackage(tx, slug), recording, versions);
      if (row) return row;
    }
  });
}

export function highestRelease(versions: readonly HistoryVersion[]): string | null {
  const releases = versions.filter(({ preLabel }) => preLabel === null);
  const highest = releases.sort(compareReleases).at(-1);
  return highest ? formatVersion(highest) : null;
}

interface KnownVersion {
  readonly version: string;
  readonly commit: string | null;
}

const sql = readStatements(__dirname, 'packages.sql');
const knownStatement = sql<KnownVersion>('list-known-versions');

export interface Tag extends Required<Omit<RecordedVersion, keyof HistoryVersion>> {
  readonly tag: string;
  /** The reason if it is not a version that the history can hold. */
  readonly version: HistoryVersion | string;
}

/** Adopts the versions named by tags in one transaction. Idempotent. */
export async function adoptTags(
  db: Database,
  adoption: Pick<Recording, 'slug' | 'name' | 'keyName'>,
  tags: readonly Tag[],
): Promise<AdoptedVersions> {
  const { slug } = adoption;
  const recording = { ...adoption, component: 'Adopted', moves: 'up' } as const;
  return transaction(db, async tx => {
    await continuePositions(tx);
    for (;;) {
      const locked = await lockPackage(tx, slug);
      const known = locked ? await query(tx, knownStatement, { packageId: locked.id }) : [];
      const { added, ...others } = sort(tags, new Map(known.map(row => [row.version, row.commit])));
      if (added.length === 0) {
        return { Version: locked ? formatVersion(locked) : '0.0.0', Adopted: 0, ...others };
      }
      const row = await recordChanges(tx, locked, recording, added);
      if (row) return { Version: formatVersion(row), Adopted: row.recorded, ...others };
    }
  });
}

function sort(tags: readonly Tag[], known: ReadonlyMap<string, string | null>) {
  const added = new Map<string, RecordedVersion>();
  const Skipped: SkippedVersion[] = [];
  let Unchanged = 0;
  for (const { tag, version, commit, ...made } of tags) {
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
