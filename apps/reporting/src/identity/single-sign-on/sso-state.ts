import { readCookie } from '@platform/auth';
import type { Request } from 'express';
import { hostCookieName, hostCookieOptions } from '../../http/session-cookie';
import type { Context } from '../../main/context';
import { readToken, signToken } from '../sign-in/tokens';

/** With the prefix, no sibling domain plants the state of a sign-on that it has begun itself. */
const COOKIE = hostCookieName('reporting_sso');
/** Lax: the provider's redirect is a cross-site navigation that must carry the cookie. */
const OPTIONS = hostCookieOptions({ sessionCookieSamesite: 'Lax' });
const PURPOSE = 'single sign-on';
const SECONDS = 600;

export interface SsoState {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
  readonly company: string | null;
}

interface StateClaims extends SsoState {
  readonly purpose: typeof PURPOSE;
  readonly exp: number;
}

/** A signed cookie: nothing is stored, and any replica can finish the sign-in. */
export function keepState({ sessionSecrets, clock }: Context, request: Request, state: SsoState) {
  const exp = Math.floor(clock().getTime() / 1_000) + SECONDS;
  const claims: StateClaims = { ...state, purpose: PURPOSE, exp };
  const options = { ...OPTIONS, maxAge: SECONDS * 1_000 };
  request.res!.cookie(COOKIE, signToken(claims, sessionSecrets[0]), options);
}

/** Clears the cookie. Null without a valid state. */
export function takeState(
  { sessionSecrets: secrets, clock }: Context,
  request: Request,
): SsoState | null {
  request.res!.clearCookie(COOKIE, OPTIONS);
  const cookie = readCookie(request, COOKIE);
  if (cookie === null || cookie === 'several') return null;
  const claims = readToken(cookie.value, { secrets, now: clock() }, areStateClaims);
  return claims === 'expired' ? null : claims;
}

function areStateClaims(claims: unknown): claims is StateClaims {
  return (claims as Partial<StateClaims>).purpose === PURPOSE;
}
