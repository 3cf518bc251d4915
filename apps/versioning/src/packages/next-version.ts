import { invalidFields, Problem } from '@platform/http/problems';
import { packageNotFound } from './packages';
import {
  formatLine,
  formatVersion,
  isGreater,
  isInLine,
  type Line,
  MAX_PART,
  parseLine,
  type SemanticVersion,
} from './semantic-version';

export type Component = 'Major' | 'Minor' | 'Patch';

/** What an increment requests. */
export interface WantedVersion {
  readonly slug: string;
  readonly component: Component;
  /** Counts from the highest release of this line; null counts from the current version. */
  readonly line: Line | null;
  /** Makes a pre-release with this label; null makes a release. */
  readonly label: string | null;
}

/** What is known of a package when its next version is decided. */
export interface KnownVersions {
  /** Null where there is no package. */
  readonly id: number | null;
  /** Null where it has not been read. */
  readonly revision: number | null;
  /** The entity tag of the current version; null where there is none. */
  readonly tag: string | null;
  /** 0.0.0 without a release. */
  readonly current: SemanticVersion;
  /** Of the history; the current version where there is none. */
  readonly highest: SemanticVersion;
  /** The highest releases of the requested lines, among others. */
  readonly releases: readonly SemanticVersion[];
  /** Of a package that was set back, by component: the version before the first free one. */
  readonly bases: Readonly<Partial<Record<Component, SemanticVersion>>>;
  /** The highest releases below the requested versions that are not withdrawn, among others. */
  readonly earlier: readonly Release[];
}

interface Release extends SemanticVersion {
  readonly commit: string | null;
}

export const NEW_PACKAGE: KnownVersions = {
  id: null,
  revision: null,
  tag: null,
  current: { major: 0, minor: 0, patch: 0 },
  highest: { major: 0, minor: 0, patch: 0 },
  releases: [],
  bases: {},
  earlier: [],
};

/** No release is higher than the current version, so that its successors are free. */
export function isLeading({ current, highest }: KnownVersions): boolean {
  return !isGreater(highest, current);
}

export interface NextVersion extends SemanticVersion {
  /** Whether it becomes the current version. */
  readonly moves: boolean;
}

/**
 * The version that an increment makes, or the one that its pre-release belongs to; the problem where there is none. Null
 * where `bases` lacks the component.
 */
export function nextVersion(
  known: KnownVersions,
  wanted: WantedVersion,
): NextVersion | Problem | null {
  const { component, line, label } = wanted;
  const current = isLeading(known) ? known.current : known.bases[component];
  const inLine = known.releases.filter(release => line !== null && isInLine(release, line));
  const base = line === null ? current : highestOf(inLine);
  if (!base) return line === null ? null : lineNotFound(known, wanted.slug, line);
  const next = successor(base, component);
  if (Math.max(next.major, next.minor, next.patch) > MAX_PART) return overflow(wanted, base);
  const isCurrent = line === null || formatVersion(base) === formatVersion(known.current);
  return { ...next, moves: isCurrent && label === null };
}

/** What is known after a release. */
export function afterRelease(
  known: KnownVersions,
  { moves, ...next }: NextVersion,
  commit: string | null,
): KnownVersions {
  return {
    ...known,
    current: moves ? next : known.current,
    highest: isGreater(next, known.highest) ? next : known.highest,
    earlier: [...known.earlier, { ...next, commit }],
    // Without a requested line there is none to keep; a line that had no release is read again.
    releases: known.releases.length > 0 ? [...known.releases, next] : [],
    bases: {},
  };
}

/** What was released before a version, and of which commit. */
export function previousOf(
  { earlier }: KnownVersions,
  version: SemanticVersion,
): [version: string, commit: string | null] | null {
  const release = highestOf(earlier.filter(each => isGreater(version, each)));
  return release ? [formatVersion(release), release.commit] : null;
}

/** Rules 7 and 8 of Semantic Versioning 2.0.0. */
export function successor(
  { major, minor, patch }: SemanticVersion,
  component: Component,
): SemanticVersion {
  if (component === 'Major') return { major: major + 1, minor: 0, patch: 0 };
  if (component === 'Minor') return { major, minor: minor + 1, patch: 0 };
  return { major, minor, patch: patch + 1 };
}

function highestOf<Version extends SemanticVersion>(versions: Version[]): Version | undefined {
  return versions.sort((one, other) => (isGreater(one, other) ? -1 : 1))[0];
}

function lineNotFound({ id }: KnownVersions, slug: string, line: Line): Problem {
  if (id === null) return packageNotFound(slug);
  return new Problem(
    'line-not-found',
    `${slug} has no release ${formatLine(line)}. Increment without line, or name a line of its history.`,
  );
}

/** `base` is not the package's version with `line`, and after a set back. */
function overflow({ slug, component, line }: WantedVersion, base: SemanticVersion): Problem {
  const part = `${component.toLowerCase()} part`;
  const remedy = line === null ? 'set the version' : 'name another line';
  return new Problem(
    'version-overflow',
    `${slug} counts on from ${formatVersion(base)}: its ${part} is at its largest, ${MAX_PART}. ` +
      `Increment another part, or ${remedy}.`,
  );
}

/** Of the pre-releases of a version. */
export function numberOverflow(known: KnownVersions, wanted: WantedVersion): Problem {
  const version = formatVersion(nextVersion(known, wanted) as NextVersion);
  const { slug, label } = wanted;
  return new Problem(
    'version-overflow',
    `${slug} counts on from ${version}-${label}.${MAX_PART}: its number after ${label} is at its largest, ` +
      `${MAX_PART}. Use another label, or leave pre out.`,
  );
}

/** Null without a line. @throws Problem invalid-request naming `field`, for a line that the component does not take */
export function parseLineOf(
  component: Component,
  text: string | undefined,
  field: string,
): Line | null {
  if (text === undefined) return null;
  const line = parseLine(text);
  const isTaken = component === 'Patch' || (component === 'Minor' && line.minor === null);
  if (isTaken) return line;
  const message =
    'must be <major> with Minor, <major> or <major>.<minor> with Patch, and none with Major';
  throw invalidFields([{ field, message }]);
}
