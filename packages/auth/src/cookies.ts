import { createSecretKey } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import jwt from 'jsonwebtoken';
import { readCookie } from './credential';

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

/** Fixed, so that a token cannot choose how it is verified. */
const ALGORITHM = 'HS256';

export function signToken(claims: object & { readonly exp: number }, secret: string): string {
  return jwt.sign(claims, keyOf(secret), { algorithm: ALGORITHM });
}

/** A string would first be parsed as a PEM key, which costs more than the signature. */
const keyOf = (secret: string) => createSecretKey(secret, 'utf8');

/** Returns the claims of a token signed with one of the secrets, `expired`, or null if it is invalid. */
export function readToken<Claims>(
  token: string,
  { secrets, now }: { readonly secrets: readonly string[]; readonly now: Date },
  areClaims: (claims: unknown) => claims is Claims,
): Claims | 'expired' | null {
  for (const secret of secrets) {
    try {
      const claims: unknown = jwt.verify(token, keyOf(secret), {
        algorithms: [ALGORITHM],
        clockTimestamp: Math.floor(now.getTime() / 1_000),
      });
      return areClaims(claims) ? claims : null;
    } catch (error) {
      if (error instanceof jwt.TokenExpiredError) return 'expired';
    }
  }
  return null;
}
