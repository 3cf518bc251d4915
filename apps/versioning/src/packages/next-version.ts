import { invalidField, Problem } from '@platform/http/problems';
import { packageNotFound } from './packages';
import type { IncrementComponent } from './packages.dto';
import {
  formatLine,
  formatVersion,
  type Line,
  MAX_PART,
  parseLine,
  type SemanticVersion,
} from './semantic-version';

/** The version that an increment requests. */
export interface WantedVersion {
  readonly slug: string;
  readonly component: IncrementComponent;
  /** Counts from the highest release of this line; null counts from the current version. */
  readonly line: Line | null;
  /** Makes a pre-release with this label; null makes a release. */
  readonly label: string | null;
}

export interface KnownVersions {
  readonly exists: boolean;
  /** 0.0.0 if nothing was released. */
  readonly current: SemanticVersion;
  /** The highest release of the line; for a package that was set back, the version before the first free one. */
  readonly base: SemanticVersion | null;
}

/**
 * Returns the version that an increment makes, and whether it becomes the current version; for a pre-release, the version
 * that it precedes.
 * @throws Problem package-not-found, line-not-found, version-overflow
 */
export function nextVersion(known: KnownVersions, wanted: WantedVersion) {
  const { slug, component, line, label } = wanted;
  const base = known.base ?? (line === null ? known.current : null);
  if (!base) throw lineNotFound(known, slug, line!);
  const next = successor(base, component);
  if (Math.max(next.major, next.minor, next.patch) > MAX_PART) throw overflow(wanted, base);
  const isCurrent = line === null || formatVersion(base) === formatVersion(known.current);
  return { ...next, moves: isCurrent && label === null };
}

/** Implements rules 6 to 8 of Semantic Versioning 2.0.0. */
export function successor(
  { major, minor, patch }: SemanticVersion,
  component: IncrementComponent,
): SemanticVersion {
  if (component === 'Major') return { major: major + 1, minor: 0, patch: 0 };
  if (component === 'Minor') return { major, minor: minor + 1, patch: 0 };
  return { major, minor, patch: patch + 1 };
}

function lineNotFound({ exists }: KnownVersions, slug: string, line: Line): Problem {
  if (!exists) return packageNotFound(slug);
  return new Problem(
    'line-not-found',
    `${slug} has no release ${formatLine(line)}. Increment without line, or name a line of its history.`,
  );
}

/** With `line`, or after the package was set back, `base` differs from its current version. */
function overflow({ slug, component, line }: WantedVersion, base: SemanticVersion): Problem {
  const part = `${component.toLowerCase()} part`;
  const remedy = line === null ? 'set the version' : 'name another line';
  return new Problem(
    'version-overflow',
    `${slug} cannot be incremented from ${formatVersion(base)}: its ${part} is at the maximum, ${MAX_PART}. ` +
      `Increment another part, or ${remedy}.`,
  );
}

/** The problem of a pre-release whose number is at its maximum. */
export function numberOverflow(slug: string, version: SemanticVersion, label: string): Problem {
  return new Problem(
    'version-overflow',
    `${slug} cannot be incremented from ${formatVersion(version)}-${label}.${MAX_PART}: its number after ${label} is ` +
      `at the maximum, ${MAX_PART}. Use another label, or omit pre.`,
  );
}

/** Null without a line. @throws Problem invalid-request naming `field` if the component does not accept the line */
export function parseLineOf(
  component: IncrementComponent,
  text: string | undefined,
  field: string,
): Line | null {
  const line = parseLine(text);
  const isTaken = component === 'Patch' || (component === 'Minor' && line?.minor === null);
  if (line === null || isTaken) return line;
  throw invalidField(
    field,
    'must be <major> with Minor, <major> or <major>.<minor> with Patch, and omitted with Major',
  );
}
