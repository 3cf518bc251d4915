import { Problem } from '@platform/http/problems';
import type { Allows, KeyPrincipal } from '../http/principal';

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

/** Whether `inner` allows nothing that `outer` does not. */
export function areRulesWithin(inner: Allows | null, outer: Allows | null): boolean {
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
