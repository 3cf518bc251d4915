import { hostCookieName, hostCookieOptions } from '@platform/auth/cookies';
import type { CookieOptions } from 'express';
import type { Config } from '../main/config';

type CookieConfig = Pick<Config, 'sessionCookieDomain' | 'sessionCookieSamesite'>;

/** Without the `__Host-` prefix. */
export const SESSION_COOKIE = 'reporting_session';

export function sessionCookieName({ sessionCookieDomain }: CookieConfig): string {
  return sessionCookieDomain === null ? hostCookieName(SESSION_COOKIE) : SESSION_COOKIE;
}

/** Used for setting and clearing: browsers require the same options. */
export function sessionCookieOptions(config: CookieConfig): CookieOptions {
  const { sessionCookieDomain: domain } = config;
  return { ...hostCookieOptions(sameSiteOf(config)), ...(domain === null ? {} : { domain }) };
}

export function sameSiteOf({ sessionCookieSamesite }: Pick<CookieConfig, 'sessionCookieSamesite'>) {
  return sessionCookieSamesite.toLowerCase() as 'lax' | 'strict' | 'none';
}
