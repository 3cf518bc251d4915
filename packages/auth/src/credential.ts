import { Problem } from '@platform/http/problems';
import type { Request } from 'express';

export type SentCredential =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'secret'; readonly value: string; readonly isApiKey: boolean }
  | { readonly kind: 'session'; readonly token: string }
  | { readonly kind: 'conflict' }
  /** Several session cookies: a different site on the domain may have set one. */
  | { readonly kind: 'sessions' };

/** Reads all headers, including duplicates. A header takes precedence over the cookie. */
export function readSentCredential(
  request: Request,
  { apiKeyHeader = false, sessionCookie }: { apiKeyHeader?: boolean; sessionCookie?: string } = {},
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

/** Returns null if there is no such cookie; `several` for duplicates, of which cookie-parser only returns the first. */
export function readCookie(request: Request, name: string): { value: string } | 'several' | null {
  const { cookies } = request as { cookies?: Record<string, unknown> };
  const value = cookies?.[name];
  if (value === undefined) return null;
  const names = (request.headers.cookie ?? '').split(';').map(pair => pair.split('=')[0]!.trim());
  if (names.filter(each => each === name).length > 1) return 'several';
  if (value === '') return null;
  // cookie-parser turns `j:{…}` into an object.
  return { value: typeof value === 'string' ? value : JSON.stringify(value) };
}

/** Explains a secret that was sent including its scheme; null if it was not. */
export function schemeFault(sent: { value: string; isApiKey: boolean }): string | null {
  if (!/^bearer\s/i.test(sent.value)) return null;
  return sent.isApiKey
    ? 'In X-Api-Key, send only the secret, without Bearer.'
    : 'Bearer was sent twice. In Authorize, paste only the secret.';
}

export function bearerToken(authorization: string): string | null {
  return /^bearer[ \t]+(.+)$/i.exec(authorization.trim())?.[1] ?? null;
}

/** Whether a credential has the form of a JSON Web Token. */
export function isToken(credential: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(credential);
}

function isNonEmpty(value: string | null): value is string {
  return value !== null && value !== '';
}

/** Returns a 401 with a WWW-Authenticate header. RFC 6750 includes `error` only if a secret was sent. */
export function unauthorized(code: string, detail: string, cause?: unknown): Problem {
  return new Problem(code, detail, { headers: { 'WWW-Authenticate': 'Bearer' }, cause });
}
