import type { CookieOptions } from 'express';
import type { Config } from '../../config';

export const SESSION_COOKIE = 'reporting_session';

/** 8 hours from sign-in, never extended (reporting, "Session cookie"). */
export const SESSION_SECONDS = 8 * 3_600;

/** The attributes of the cookie, when it is set and when it is cleared: a browser compares them. */
export function sessionCookieOptions(config: Config): CookieOptions {
  const { sessionCookieDomain, sessionCookieSamesite } = config;
  return {
    httpOnly: true,
    secure: true,
    sameSite: sessionCookieSamesite.toLowerCase() as 'lax' | 'strict' | 'none',
    path: '/',
    ...(sessionCookieDomain === null ? {} : { domain: sessionCookieDomain }),
  };
}
