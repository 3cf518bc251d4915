import { Problem } from '@platform/http/problems';
import type { Request } from 'express';

export type SentCredential =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'secret'; readonly value: string; readonly isApiKey: boolean }
  | { readonly kind: 'session'; readonly token: string }
  | { readonly kind: 'conflict' }
  /** Several session cookies: another site of the domain may have set one. */
  | { readonly kind: 'sessions' };

export interface CredentialSources {
  readonly apiKeyHeader?: boolean;
  readonly sessionCookie?: string;
}

/** Reads every line of every header, also duplicates. A header takes precedence over the cookie. */
export function readSentCredential(
  request: Request,
  { apiKeyHeader, sessionCookie }: CredentialSources,
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

/** Null for no cookie of the name, `several` for two, of which cookie-parser shows the first. */
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

/** What is wrong with a secret that was sent with the scheme in front; null where it was not. */
export function schemeFault(sent: { value: string; isApiKey: boolean }): string | null {
  if (!/^bearer\s/i.test(sent.value)) return null;
  return sent.isApiKey
    ? 'X-Api-Key takes the secret alone, without Bearer.'
    : 'Bearer was sent twice. In Authorize, paste the secret alone.';
}

export function bearerToken(authorization: string): string | null {
  return /^bearer[ \t]+(.+)$/i.exec(authorization.trim())?.[1] ?? null;
}

function isNonEmpty(value: string | null): value is string {
  return value !== null && value !== '';
}

interface Challenge {
  /** RFC 6750 has `error` only where a secret was sent. */
  readonly challenge?: string;
  readonly cause?: unknown;
}

/** 401, with how to authenticate. */
export function unauthorized(
  code: string,
  detail: string,
  { challenge = 'Bearer', cause }: Challenge = {},
): Problem {
  return new Problem(code, detail, { headers: { 'WWW-Authenticate': challenge }, cause });
}
