/** What a session's token says. */
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

/** Whether claims are a session's, and not those of another token that the same secret signed. */
export function areSessionClaims(claims: unknown): claims is SessionClaims {
  const { sub, jti, exp, companyId } = claims as Record<string, unknown>;
  const areIds = [sub, jti].every(id => typeof id === 'string' && UUID.test(id));
  return areIds && typeof exp === 'number' && (companyId === null || typeof companyId === 'string');
}
