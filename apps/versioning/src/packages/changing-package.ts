import { requireAllowed } from '../api-keys/key-access';
import {
  type Increment,
  type KnownRow,
  type MadeVersion,
  type Parts,
  type Release,
  storedKey,
} from './known-versions';
import {
  type KnownVersions,
  nextVersion,
  numberOverflow,
  type WantedVersion,
} from './next-version';
import { versionTag } from './packages';
import { type PreviousRelease, toPackage } from './packages.dto';
import {
  formatHistoryVersion,
  formatVersion,
  type HistoryVersion,
  isGreater,
  isInLine,
  MAX_PART,
  type SemanticVersion,
} from './semantic-version';
import { requireMatch } from './versions';

type Made = Pick<Increment, 'slug' | 'component' | 'keyName' | 'buildUrl' | 'commit'>;

/** The version depends on the history after the preceding changes, which must be written first. */
export const UNDECIDED = Symbol('undecided');

/** A package while the increments of a batch change it in memory, before anything is written. */
export class ChangingPackage {
  /** New rows of the history. */
  readonly changes: (HistoryVersion & Made & { readonly revision: number })[] = [];
  /** Responses to store under their Idempotency-Keys. */
  readonly records: object[] = [];
  private current: SemanticVersion;
  private highest: SemanticVersion;
  private isLeading: boolean;
  private commit: string | null;
  private unmoved: number;
  private updatedAt: Date;
  private readonly at: Date;
  /** Releases made by the batch, in version order. */
  private readonly releases: Release[] = [];
  /** The last number that the batch gave to each pre-release, such as `1.5.0-rc`. */
  private readonly numbers = new Map<string, number>();

  constructor(private readonly row: KnownRow) {
    const { major, minor, patch, highest, updatedAt, now } = row;
    this.current = { major, minor, patch };
    this.highest = highest ? toVersion(highest) : this.current;
    this.isLeading = row.isLeading;
    this.commit = row.commit;
    this.unmoved = row.unmoved;
    this.updatedAt = updatedAt;
    this.at = updatedAt > now ? updatedAt : now;
  }

  /**
   * Takes the next version for an increment, or returns the one already made for its commit.
   * @throws Problem version-overflow, package-not-found, line-not-found, precondition-failed, key-scope
   */
  take(
    increment: Increment,
    row: KnownRow,
  ): { readonly body: string } | MadeVersion | typeof UNDECIDED {
    const { slug, component, label, etags, keyName, allows, buildUrl, commit } = increment;
    const key = { name: keyName, allows };
    const exists = this.revision > 0;
    if (etags) requireMatch(etags, slug, exists ? this.tag() : null);
    if (increment.oncePerCommit) {
      const { made } = row;
      if (made) requireAllowed(key, { component, version: formatHistoryVersion(made) });
      if (made) return made;
      const isSame = (change: Release) => change.commit?.toLowerCase() === commit!.toLowerCase();
      if (this.changes.some(isSame)) return UNDECIDED;
    }
    const known = this.known(increment, row);
    if (!known) return UNDECIDED;
    const { moves, ...next } = nextVersion(known, increment);
    const suffix = label === null ? '' : `-${label}`;
    const text = formatVersion(next) + suffix;
    requireAllowed(key, { component, version: text, creates: !exists });
    const preNumber = label === null ? null : this.takeNumber(text, known, row);
    if (preNumber === undefined) return UNDECIDED;
    if (preNumber !== null && preNumber > MAX_PART) throw numberOverflow(slug, next, label!);
    const version = { ...next, preLabel: label, preNumber };
    const made = { component, keyName, buildUrl, commit };
    this.changes.push({ slug, ...version, revision: this.revision + 1, ...made });
    if (label === null) this.release({ ...next, commit }, moves);
    if (!moves) this.unmoved += 1;
    const body = this.body(version, known.previous);
    const { idempotency } = increment;
    if (idempotency) {
      const { commit } = idempotency;
      this.records.push({ slug, ...storedKey(idempotency), commit, body });
    }
    return { body };
  }

  /** The package after the changes. */
  goal() {
    const { current, commit, revision, unmoved, updatedAt, at } = this;
    const { slug, id, revision: before } = this.row;
    const known = this.isLeading && { commit, commitAt: revision };
    return { ...current, slug, id, before, revision, unmoved, updatedAt, at, ...known };
  }

  /** The space in `"Version" :` keeps scripts that search for `"Version":"` from finding the previous version. */
  body(version: HistoryVersion, previous: PreviousRelease | null): string {
    const { major, minor, patch, preLabel, preNumber } = version;
    const body = {
      ...toPackage({ ...this.row, major, minor, patch, updatedAt: this.updatedAt }),
      Version: formatHistoryVersion(version),
      Previous: previous,
      ...(preLabel !== null && { PreRelease: `${preLabel}.${preNumber}` }),
    };
    return JSON.stringify(body).replace('"Previous":{"Version":', '"Previous":{"Version" : ');
  }

  get slug(): string {
    return this.row.slug;
  }

  private get revision(): number {
    return this.row.revision + this.changes.length;
  }

  private tag(): string {
    const { revision, unmoved } = this;
    return versionTag({ id: this.row.id ?? 0, revision, unmoved });
  }

  /** Null if the history must be read first. */
  private known(
    { line }: WantedVersion,
    row: KnownRow,
  ): (KnownVersions & { readonly previous: PreviousRelease | null }) | null {
    const { current, highest, releases } = this;
    const isBehind = isGreater(highest, current);
    if (line === null && isBehind && (releases.length > 0 || !row.base)) return null;
    let base = row.base && (line !== null || isBehind) ? toVersion(row.base) : null;
    const newest = line && releases.findLast(release => isInLine(release, line));
    if (newest && !(base && isGreater(base, newest))) base = newest;
    const start = base ?? current;
    const below = releases.findLast(release => !isGreater(release, start));
    const read = row.isLeading && line === null ? row : row.previous;
    const previous = below && !(read && isGreater(read, below)) ? below : read;
    return {
      exists: this.revision > 0,
      current,
      base,
      previous: previous && { Version: formatVersion(previous), Commit: previous.commit },
    };
  }

  /** The next number of a pre-release such as `1.5.0-rc`; undefined if the history must be read first. */
  private takeNumber(preRelease: string, known: KnownVersions, row: KnownRow): number | undefined {
    const start = formatVersion(known.base ?? known.current);
    const isRead = start === formatVersion(row.base ? toVersion(row.base) : row);
    const last = this.numbers.get(preRelease) ?? (isRead ? row.number - 1 : undefined);
    if (last === undefined) return undefined;
    this.numbers.set(preRelease, last + 1);
    return last + 1;
  }

  private release(release: Release, moves: boolean): void {
    const { releases } = this;
    const place = releases.findLastIndex(other => isGreater(release, other)) + 1;
    releases.splice(place, 0, release);
    if (moves) {
      this.isLeading = !isGreater(this.highest, release);
      this.current = release;
      this.commit = release.commit;
      this.updatedAt = this.at;
    }
    if (isGreater(release, this.highest)) this.highest = release;
  }
}

function toVersion([major, minor, patch]: Parts): SemanticVersion {
  return { major, minor, patch };
}
