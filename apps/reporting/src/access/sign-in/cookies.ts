import type { CookieOptions } from 'express';
import type { Config } from '../../config';

type CookieConfig = Pick<Config, 'sessionCookieDomain' | 'sessionCookieSamesite'>;

/** Without a domain the name begins with `__Host-`: browsers then refuse one that a sibling domain sets. */
export function cookieName({ sessionCookieDomain }: CookieConfig, name: string): string {
  return sessionCookieDomain === null ? `__Host-${name}` : name;
}

/** Without the `__Host-` prefix. */
export const SESSION_COOKIE = 'reporting_session';

export function sessionCookieName(config: CookieConfig): string {
  return cookieName(config, SESSION_COOKIE);
}

/** Set and clear need the same options: browsers compare them. */
export function cookieOptions({
  sessionCookieDomain,
  sessionCookieSamesite,
}: CookieConfig): CookieOptions {
  return {
    httpOnly: true,
    secure: true,
    sameSite: sessionCookieSamesite.toLowerCase() as 'lax' | 'strict' | 'none',
    path: '/',
    ...(sessionCookieDomain === null ? {} : { domain: sessionCookieDomain }),
  };
}
