import { Problem } from '@platform/http/problems';
import type { Access, Allows, KeyPrincipal, KeyScope } from '../http/principal';

export const SCOPES: readonly KeyScope[] = ['read', 'write', 'delete', 'keys'];

export const FULL_ACCESS: Access = {
  scopes: SCOPES,
  allows: null,
  slugPatterns: null,
  expiresAt: null,
};

export function isScope(text: string): text is KeyScope {
  return (SCOPES as readonly string[]).includes(text);
}

/** @throws Problem key-scope */
export function requireScope({ name, scopes }: KeyPrincipal, scope: KeyScope): void {
  if (scopes.includes(scope)) return;
  throw new Problem(
    'key-scope',
    `The key ${name} has the scopes ${scopes.join(', ')}; this call needs ${scope}. Use a key that has it.`,
  );
}

/** Does not reveal whether the package exists. A token may allow no slug. @throws Problem key-scope */
export function requireSlugAccess({ name, slugPatterns }: KeyPrincipal, slug: string): void {
  if (slugPatterns === null || slugPatterns.some(pattern => matchesPattern(pattern, slug))) return;
  if (slugPatterns.length === 0) {
    throw new Problem(
      'key-scope',
      `The token ${name} allows no slug: the slugs that its entry of TRUSTED_ISSUERS makes from claims are ` +
        'not valid.',
    );
  }
  throw new Problem(
    'key-scope',
    `The key ${name} allows the slugs ${slugPatterns.join(', ')}; this slug is outside. Use a key that allows it.`,
  );
}

/** The aspects of a change that rules restrict. */
export interface JudgedChange {
  readonly component?: 'Major' | 'Minor' | 'Patch';
  /** The version made: `1.4.3`, `1.5.0-rc.1` or `1.5.0-rc`. */
  readonly version?: string;
  readonly creates?: boolean;
  readonly sets?: boolean;
}

/** @throws Problem key-scope naming the rule */
export function requireAllowed(
  { name, allows }: Pick<KeyPrincipal, 'name' | 'allows'>,
  change: JudgedChange,
): void {
  const broken = allows && findBrokenRule(allows, change);
  if (!broken) return;
  const [rule, allowed, requested] = broken;
  throw new Problem(
    'key-scope',
    `The key ${name} ${allowed} (Allows.${rule}); this call ${requested}. Use a key that allows it.`,
  );
}

type BrokenRule = readonly [rule: keyof Allows, allowed: string, requested: string];

function findBrokenRule(
  { Components, PreReleases, Lines, Create, Set }: Allows,
  { component, version, creates, sets }: JudgedChange,
): BrokenRule | null {
  if (sets && !Set) return ['Set', 'sets no versions', 'sets, adopts or releases one'];
  if (creates && !Create) return ['Create', 'creates no packages', 'creates or adopts one'];
  if (component && Components && !Components.includes(component)) {
    return ['Components', `increments ${Components.join(', ')}`, `increments ${component}`];
  }
  if (version === undefined) return null;
  const isPreRelease = version.includes('-');
  if (PreReleases === 'only' && !isPreRelease) {
    return ['PreReleases', 'makes only pre-releases', `is for the release ${version}`];
  }
  if (PreReleases === 'never' && isPreRelease) {
    return ['PreReleases', 'makes no pre-releases', `is for the pre-release ${version}`];
  }
  if (!Lines || Lines.some(line => isInside(version, line))) return null;
  return ['Lines', `makes versions of ${Lines.join(', ') || 'no line'}`, `is for ${version}`];
}

/** Whether `inner` allows nothing that `outer` does not, and expires no later. */
export function isWithin(inner: Access, outer: Access): boolean {
  const endsInTime =
    outer.expiresAt === null || (inner.expiresAt !== null && inner.expiresAt <= outer.expiresAt);
  return (
    endsInTime &&
    inner.scopes.every(scope => outer.scopes.includes(scope)) &&
    areRulesWithin(inner.allows, outer.allows) &&
    areSlugsWithin(inner.slugPatterns, outer.slugPatterns)
  );
}

/** Whether `inner` allows nothing that `outer` does not. */
function areRulesWithin(inner: Allows | null, outer: Allows | null): boolean {
  if (outer === null) return true;
  if (inner === null) return false;
  const { Components, PreReleases, Lines, Create, Set } = outer;
  return (
    isSubset(inner.Components, Components, (one, other) => one === other) &&
    (PreReleases === undefined || inner.PreReleases === PreReleases) &&
    isSubset(inner.Lines, Lines, isInside) &&
    !(inner.Create && !Create) &&
    !(inner.Set && !Set)
  );
}

function isSubset<Item>(
  inner: readonly Item[] | undefined,
  outer: readonly Item[] | undefined,
  isWithin: (one: Item, other: Item) => boolean,
): boolean {
  if (!outer) return true;
  return inner?.every(one => outer.some(other => isWithin(one, other))) ?? false;
}

export function isLine(text: string): boolean {
  return /^(0|[1-9]\d{0,9})(\.(0|[1-9]\d{0,9}))?$/.test(text);
}

/** Accepts a version or a line: both 1.4 and 1.4.2 are inside 1. */
function isInside(text: string, line: string): boolean {
  return `${text}.`.startsWith(`${line}.`);
}

function areSlugsWithin(inner: Access['slugPatterns'], outer: Access['slugPatterns']): boolean {
  if (outer === null) return true;
  return inner?.every(slugs => outer.some(pattern => matchesPattern(pattern, slugs))) ?? false;
}

/** Accepts patterns, too: `team-a-*` is within `team-*`. */
function matchesPattern(pattern: string, slug: string): boolean {
  return pattern.endsWith('*') ? slug.startsWith(pattern.slice(0, -1)) : slug === pattern;
}

/** Accepts names from npm (`@scope/name`), Maven and Go. A segment is neither empty nor `.` nor `..`. */
const SLUG = /^@?[A-Za-z0-9][A-Za-z0-9._-]*(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._-]+)*$/;

export function isSlug(text: string): boolean {
  return text.length <= 100 && SLUG.test(text);
}

/** A slug, or a prefix followed by `*`; `*` alone matches every slug. */
export function isSlugPattern(text: string): boolean {
  if (text === '*' || isSlug(text)) return true;
  return text.endsWith('*') && (isSlug(text.slice(0, -1)) || isSlug(text.replace(/\/\*$/, '')));
}

export type SlugRanges = ReturnType<typeof slugRanges>;

/**
 * Returns the ranges in byte order that patterns allow, from each of `lows` to before `highs`, and the range from `from`
 * to before `before` that contains them; with a slug, only its range. All characters of slugs sort between `!` and `~`,
 * so that `~` bounds a prefix and `!` a single slug.
 */
export function slugRanges(patterns: readonly string[] | null, slug?: string) {
  const lows: string[] = [];
  const highs: string[] = [];
  const ofSlug = slug !== undefined && areSlugsWithin([slug], patterns) ? [slug] : [];
  for (const pattern of slug === undefined ? (patterns ?? ['*']) : ofSlug) {
    const isPrefix = pattern.endsWith('*');
    const low = isPrefix ? pattern.slice(0, -1) : pattern;
    lows.push(low);
    highs.push(low + (isPrefix ? '~' : '!'));
  }
  const [from, before] = [[...lows].sort()[0] ?? '', [...highs].sort().at(-1) ?? ''];
  return { from, before, lows, highs };
}
