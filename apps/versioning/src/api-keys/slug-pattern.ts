/** Whether a key restricted to `pattern` reaches `slug`. Null reaches every slug. */
export function reaches(pattern: string | null, slug: string): boolean {
  if (pattern === null) return true;
  return pattern.endsWith('*') ? slug.startsWith(pattern.slice(0, -1)) : slug === pattern;
}

/** Slugs in byte order from `from` and before `before`: what an index can walk. */
export interface SlugRange {
  readonly from: string;
  readonly before: string;
}

/**
 * The slugs that a pattern reaches. Every character of a slug lies between `!` and `~` (exclusive) in
 * byte order, so `~` closes a prefix and `!` a single slug.
 */
export function slugRange(pattern: string | null): SlugRange {
  if (pattern === null) return { from: '', before: '~' };
  if (!pattern.endsWith('*')) return { from: pattern, before: `${pattern}!` };
  const prefix = pattern.slice(0, -1);
  return { from: prefix, before: `${prefix}~` };
}

/** A slug, or a prefix of one ending in `*`; `*` alone is every slug. */
export function isSlugPattern(text: string): boolean {
  return /^([A-Za-z0-9][A-Za-z0-9._-]{0,99}|(?:[A-Za-z0-9][A-Za-z0-9._-]{0,99})?\*)$/.test(text);
}
