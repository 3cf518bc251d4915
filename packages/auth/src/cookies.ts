import type { CookieOptions, Request, Response } from 'express';
import { readCookie } from './credential';
import { readToken, signToken } from './tokens';

/** Browsers reject a cookie with this prefix that has a domain, so a sibling domain cannot set it. */
export const hostCookieName = (name: string) => `__Host-${name}`;

export function hostCookieOptions(sameSite: 'lax' | 'strict' | 'none'): CookieOptions {
  return { httpOnly: true, secure: true, sameSite, path: '/' };
}

interface Signing {
  /** The first secret signs; all verify. */
  readonly sessionSecrets: readonly [string, ...string[]];
  readonly clock: () => Date;
}

export interface SignedCookieOptions {
  readonly name: string;
  /** Distinguishes tokens signed with the same secret. */
  readonly purpose: string;
  readonly seconds: number;
}

/** A signed cookie that any replica can read; nothing is stored on the server. */
export class SignedCookie<Content extends object> {
  private readonly name: string;

  constructor(private readonly options: SignedCookieOptions) {
    this.name = hostCookieName(options.name);
  }

  set(
    response: Response,
    content: Content,
    { sessionSecrets, clock }: Signing,
    sameSite: 'lax' | 'strict' | 'none',
  ): void {
    const { purpose, seconds } = this.options;
    const exp = Math.floor(clock().getTime() / 1_000) + seconds;
    const token = signToken({ ...content, purpose, exp }, sessionSecrets[0]);
    response.cookie(this.name, token, { ...hostCookieOptions(sameSite), maxAge: seconds * 1_000 });
  }

  /** Returns null if the cookie is missing or invalid. */
  read(request: Request, { sessionSecrets: secrets, clock }: Signing): Content | null {
    const cookie = readCookie(request, this.name);
    if (cookie === null || cookie === 'several') return null;
    const hasPurpose = (claims: unknown): claims is Content =>
      (claims as { purpose?: unknown }).purpose === this.options.purpose;
    const claims = readToken(cookie.value, { secrets, now: clock() }, hasPurpose);
    return claims === 'expired' ? null : claims;
  }

  clear(response: Response, sameSite: 'lax' | 'strict' | 'none'): void {
    response.clearCookie(this.name, hostCookieOptions(sameSite));
  }
}
