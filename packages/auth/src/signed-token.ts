import jwt from 'jsonwebtoken';

/** One algorithm, on both sides: a token does not choose how it is checked. */
const ALGORITHM = 'HS256';

/** A JSON Web Token of claims with their own `exp`; signed, not encrypted. */
export function signToken(claims: object & { readonly exp: number }, secret: string): string {
  return jwt.sign(claims, secret, { algorithm: ALGORITHM });
}

/**
 * The claims of a token that one of the secrets signed; `expired` for one whose time is over, null for
 * any other: forged, cut short, of another algorithm, or signed for something else.
 */
export function readToken<Claims>(
  token: string,
  { secrets, now }: { readonly secrets: readonly string[]; readonly now: Date },
  areClaims: (claims: unknown) => claims is Claims,
): Claims | 'expired' | null {
  for (const secret of secrets) {
    try {
      const claims: unknown = jwt.verify(token, secret, {
        algorithms: [ALGORITHM],
        clockTimestamp: Math.floor(now.getTime() / 1_000),
      });
      return areClaims(claims) ? claims : null;
    } catch (error) {
      if (error instanceof jwt.TokenExpiredError) return 'expired';
      if (!(error instanceof jwt.JsonWebTokenError)) throw error;
    }
  }
  return null;
}
