import type { Request } from 'express';

/** What a request sends to show who calls. */
export type SentCredential =
  | { readonly kind: 'nothing' }
  /** `isApiKey`: it came in X-Api-Key, as the service key must. */
  | { readonly kind: 'secret'; readonly value: string; readonly isApiKey: boolean }
  | { readonly kind: 'session'; readonly token: string }
  /** More than one explicit credential, and they differ. */
  | { readonly kind: 'conflict' }
  /** More than one session cookie: another site of the domain may have planted one. */
  | { readonly kind: 'sessions' };

/** Where a service takes credentials from, beside `Authorization: Bearer`. */
export interface CredentialSources {
  readonly apiKeyHeader?: boolean;
  readonly sessionCookie?: string;
}

/**
 * Reads every line of every header, so that no duplicate is overlooked; a header wins over the cookie.
 * Another scheme of Authorization, or an empty header, is no credential. The same credential twice is one.
 */
export function readSentCredential(
  request: Request,
  { apiKeyHeader = false, sessionCookie }: CredentialSources,
): SentCredential {
  const { headersDistinct: headers } = request;
  const bearers = (headers.authorization ?? []).map(bearerToken).filter(isNonEmpty);
  const apiKeys = apiKeyHeader
    ? (headers['x-api-key'] ?? []).map(value => value.trim()).filter(isNonEmpty)
    : [];
  const [value, ...others] = new Set([...bearers, ...apiKeys]);
  if (others.length > 0) return { kind: 'conflict' };
  if (value !== undefined) return { kind: 'secret', value, isApiKey: apiKeys.length > 0 };
  if (sessionCookie === undefined) return { kind: 'nothing' };
  const token = readCookie(request, sessionCookie);
  if (token === 'several') return { kind: 'sessions' };
  return token === null ? { kind: 'nothing' } : { kind: 'session', token: token.value };
}

/**
 * The value of a cookie; null for none, `several` where the name occurs twice (cookie-parser shows the
 * first).
 */
export function readCookie(request: Request, name: string): { value: string } | 'several' | null {
  const { cookies } = request as { cookies?: Record<string, unknown> };
  const value = cookies?.[name];
  if (value === undefined) return null;
  const names = (request.headers.cookie ?? '').split(';').map(pair => pair.split('=')[0]!.trim());
  if (names.filter(each => each === name).length > 1) return 'several';
  if (value === '') return null;
  // cookie-parser turns `j:{…}` into an object: none of our cookies is one.
  return { value: typeof value === 'string' ? value : JSON.stringify(value) };
}

/**
 * The credentials of `Authorization: Bearer …` (RFC 6750, section 2.1), whatever their shape; null for
 * another scheme, or none behind it.
 */
export function bearerToken(authorization: string): string | null {
  return /^bearer[ \t]+(.+)$/i.exec(authorization.trim())?.[1] ?? null;
}

function isNonEmpty(value: string | null): value is string {
  return value !== null && value !== '';
}
