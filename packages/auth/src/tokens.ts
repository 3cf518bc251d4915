import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';

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
