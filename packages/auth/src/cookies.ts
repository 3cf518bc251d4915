import type { CookieOptions, Request, Response } from 'express';
import { readCookie } from './credential';
import { readToken, signToken } from './tokens';

/** Browsers refuse a cookie of this name that has a domain: a sibling domain cannot set it. */
export const hostCookieName = (name: string) => `__Host-${name}`;

export function hostCookieOptions(sameSite: 'lax' | 'strict' | 'none'): CookieOptions {
  return { httpOnly: true, secure: true, sameSite, path: '/' };
}

interface Signing {
  /** The first signs; all verify. */
  readonly sessionSecrets: readonly [string, ...string[]];
  readonly clock: () => Date;
}

export interface SignedCookieOptions {
  readonly name: string;
  /** The same secret signs other tokens, too. */
  readonly purpose: string;
  readonly seconds: number;
}

/** A cookie whose content only this service writes: nothing is stored, and any replica reads it. */
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

  /** Null without one that is valid. */
  read(request: Request, { sessionSecrets: secrets, clock }: Signing): Content | null {
    const cookie = readCookie(request, this.name);
    if (cookie === null || cookie === 'several') return null;
    const isOfPurpose = (claims: unknown): claims is Content =>
      (claims as { purpose?: unknown }).purpose === this.options.purpose;
    const claims = readToken(cookie.value, { secrets, now: clock() }, isOfPurpose);
    return claims === 'expired' ? null : claims;
  }

  clear(response: Response, sameSite: 'lax' | 'strict' | 'none'): void {
    response.clearCookie(this.name, hostCookieOptions(sameSite));
  }
}
