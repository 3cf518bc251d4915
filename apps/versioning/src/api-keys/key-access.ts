import { Problem } from '@platform/http';

/** What a key may do. */
export const SCOPES = ['read', 'write', 'delete'] as const;

export type Scope = (typeof SCOPES)[number];

/** Whether a text names a scope, in lower case. */
export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** The API key of a request, as the request itself looked it up. */
export interface KeyPrincipal {
  /** The name that the history and the log record. */
  readonly name: string;
  /** The part of the credential that the log may show. */
  readonly credential: string;
  /** SHA-256 of the key; idempotency keys and rate limits are stored under it. */
  readonly hash: Buffer;
  readonly scopes: readonly Scope[];
  /** A slug, or a prefix ending in `*`; null allows every slug. */
  readonly slugPattern: string | null;
}

/** @throws Problem key-scope */
export function requireScope({ name, scopes }: KeyPrincipal, scope: Scope): void {
  if (scopes.includes(scope)) return;
  throw new Problem(
    'key-scope',
    `The key ${name} has the scopes ${scopes.join(', ')}; this call needs ${scope}. Use a key that has it.`,
  );
}

/** The same answer whether the package exists or not. @throws Problem key-scope */
export function requireSlugAccess({ name, slugPattern }: KeyPrincipal, slug: string): void {
  if (matchesSlugPattern(slugPattern, slug)) return;
  throw new Problem(
    'key-scope',
    `The key ${name} allows the slugs ${slugPattern}; this slug is outside. Use a key that allows it.`,
  );
}

function matchesSlugPattern(pattern: string | null, slug: string): boolean {
  if (pattern === null) return true;
  return pattern.endsWith('*') ? slug.startsWith(pattern.slice(0, -1)) : slug === pattern;
}

/** Whether a text is a slug, as the contract defines it. */
export function isSlug(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(text);
}

/** A slug, or a prefix of one ending in `*`; `*` alone is every slug. */
export function isSlugPattern(text: string): boolean {
  return text === '*' || isSlug(text) || (text.endsWith('*') && isSlug(text.slice(0, -1)));
}

/** Slugs in byte order, `from` included, `before` excluded: a range of the index. */
export interface SlugRange {
  readonly from: string;
  readonly before: string;
}

/**
 * The slugs that a pattern allows: every character of a slug sorts between `!` and `~`, so `~` ends a prefix
 * and `!` a slug.
 */
export function slugRange(pattern: string | null): SlugRange {
  if (pattern === null) return { from: '', before: '~' };
  if (!pattern.endsWith('*')) return { from: pattern, before: `${pattern}!` };
  const prefix = pattern.slice(0, -1);
  return { from: prefix, before: `${prefix}~` };
}
