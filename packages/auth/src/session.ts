import jwt from 'jsonwebtoken';

/** One algorithm, on both sides: a token does not choose how it is checked. */
const ALGORITHM = 'HS256';

/** A JSON Web Token of claims with their own `exp`; signed, not encrypted. */
export function signToken(claims: object & { readonly exp: number }, secret: string): string {
  return jwt.sign(claims, secret, { algorithm: ALGORITHM });
}

/** The claims of a token that one of the secrets signed; `expired` for an old one, null for any other. */
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
      // Any other failure is a token that is not valid: jsonwebtoken throws SyntaxError for some.
      if (error instanceof jwt.TokenExpiredError) return 'expired';
    }
  }
  return null;
}

export interface SessionClaims {
  readonly sub: string;
  /** The uuid of the organization of the sign-in; null where it named none and there are several. */
  readonly companyId: string | null;
  readonly jti: string;
  /** Seconds since 1970, as `exp`. */
  readonly iat: number;
  readonly exp: number;
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Whether claims are a session's, and not those of another token that the same secret signed. */
export function areSessionClaims(claims: unknown): claims is SessionClaims {
  const { sub, jti, exp, companyId } = claims as Record<string, unknown>;
  const areIds = [sub, jti].every(id => typeof id === 'string' && UUID.test(id));
  return areIds && typeof exp === 'number' && (companyId === null || typeof companyId === 'string');
}
