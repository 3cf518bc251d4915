import type { CookieOptions } from 'express';
import type { Config } from '../main/config';

type CookieConfig = Pick<Config, 'sessionCookieDomain' | 'sessionCookieSamesite'>;

/** The name of a cookie without a domain: browsers refuse one that a sibling domain sets. */
export const hostCookieName = (name: string) => `__Host-${name}`;

/** Without the `__Host-` prefix. */
export const SESSION_COOKIE = 'reporting_session';

export function sessionCookieName({ sessionCookieDomain }: CookieConfig): string {
  return sessionCookieDomain === null ? hostCookieName(SESSION_COOKIE) : SESSION_COOKIE;
}

/** Set and clear need the same options: browsers compare them. */
export function sessionCookieOptions(config: CookieConfig): CookieOptions {
  const { sessionCookieDomain: domain } = config;
  return { ...hostCookieOptions(config), ...(domain === null ? {} : { domain }) };
}

export function hostCookieOptions({
  sessionCookieSamesite,
}: Pick<CookieConfig, 'sessionCookieSamesite'>): CookieOptions {
  return {
    httpOnly: true,
    secure: true,
    sameSite: sessionCookieSamesite.toLowerCase() as 'lax' | 'strict' | 'none',
    path: '/',
  };
}
