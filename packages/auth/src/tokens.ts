import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';

/** A token must not choose how it is verified. */
const ALGORITHM = 'HS256';

export function signToken(claims: object & { readonly exp: number }, secret: string): string {
  return jwt.sign(claims, keyOf(secret), { algorithm: ALGORITHM });
}

/** A text would be tried as the PEM of a private or public key first, which costs more than the signature. */
const keyOf = (secret: string) => createSecretKey(secret, 'utf8');

/** The claims of a token that one of the secrets signed; `expired` for an old one, null for any other. */
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
