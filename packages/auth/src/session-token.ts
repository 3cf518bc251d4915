import jwt from 'jsonwebtoken';

/** One algorithm, on both sides: a token does not choose how it is checked. */
const ALGORITHM = 'HS256';

/** What a session's token says; it is signed, not encrypted. */
export interface SessionClaims {
  /** The account's uuid. */
  readonly sub: string;
  /** The uuid of the organization of the sign-in; null where it named none and there are several. */
  readonly companyId: string | null;
  /** The session's id. */
  readonly jti: string;
  /** Seconds since 1970, as `exp`. */
  readonly iat: number;
  readonly exp: number;
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export function signSessionToken(claims: SessionClaims, secret: string): string {
  return jwt.sign(claims, secret, { algorithm: ALGORITHM });
}

/**
 * The claims of a token that one of the secrets signed; `expired` for one whose time is over, null for
 * any other: forged, cut short, of another algorithm, or signed for something else.
 */
export function readSessionToken(
  token: string,
  secrets: readonly string[],
  now: Date,
): SessionClaims | 'expired' | null {
  for (const secret of secrets) {
    try {
      const claims = jwt.verify(token, secret, {
        algorithms: [ALGORITHM],
        clockTimestamp: Math.floor(now.getTime() / 1_000),
      });
      return isSession(claims) ? claims : null;
    } catch (error) {
      if (error instanceof jwt.TokenExpiredError) return 'expired';
      if (!(error instanceof jwt.JsonWebTokenError)) throw error;
    }
  }
  return null;
}

function isSession(claims: unknown): claims is SessionClaims {
  const { sub, jti, exp, companyId } = claims as Record<string, unknown>;
  const areIds = [sub, jti].every(id => typeof id === 'string' && UUID.test(id));
  return areIds && typeof exp === 'number' && (companyId === null || typeof companyId === 'string');
}
