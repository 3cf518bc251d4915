import { bearerToken } from './bearer-token';

/** What a request brought to show who it is. */
export type SentCredential =
  | { readonly kind: 'nothing' }
  /** `isApiKey`: it came in X-Api-Key, as the service key must. */
  | { readonly kind: 'secret'; readonly value: string; readonly isApiKey: boolean }
  | { readonly kind: 'session'; readonly token: string }
  /** More than one explicit credential, and they differ. */
  | { readonly kind: 'conflict' }
  /** More than one session cookie: another site of the domain may have planted one. */
  | { readonly kind: 'sessions' };

type Headers = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * What was sent, from every line of every header (`headersDistinct`), so that no duplicate is overlooked.
 * `Authorization: Bearer <secret>` (RFC 6750: any case, any blanks), `X-Api-Key: <secret>`, or the
 * session cookie; an explicit header wins over the cookie, which a browser adds by itself. Another
 * scheme of Authorization, or a header with nothing in it, is no credential. The same credential twice
 * is one (decisions-reporting, "Wire format" and "Principals and scope").
 */
export function readSentCredential(headers: Headers, cookieName: string): SentCredential {
  const bearers = (headers.authorization ?? []).map(bearerToken).filter(isNonEmpty);
  const apiKeys = (headers['x-api-key'] ?? []).map(value => value.trim()).filter(isNonEmpty);
  const [value, ...others] = new Set([...bearers, ...apiKeys]);
  if (others.length > 0) return { kind: 'conflict' };
  if (value !== undefined) return { kind: 'secret', value, isApiKey: apiKeys.length > 0 };
  const [token, ...planted] = readCookies(headers.cookie ?? [], cookieName);
  if (planted.length > 0) return { kind: 'sessions' };
  return token === undefined ? { kind: 'nothing' } : { kind: 'session', token };
}

/** Every value of a cookie's name, in the order they were sent. */
export function readCookies(headers: readonly string[], name: string): string[] {
  const prefix = `${name}=`;
  return headers
    .flatMap(header => header.split(';'))
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(prefix))
    .map(pair => pair.slice(prefix.length))
    .filter(isNonEmpty);
}

function isNonEmpty(value: string | null): value is string {
  return value !== null && value !== '';
}
