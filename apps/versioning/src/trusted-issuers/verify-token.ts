import { hash as digest } from 'node:crypto';
import { Problem } from '@platform/http';
import { decodeJwt, errors, type JWTPayload, jwtVerify } from 'jose';
import type { KeyPrincipal } from '../context';
import { IssuerKeys, IssuerUnavailable } from './issuer-keys';
import { matchesClaims, slugPatternsOf, type TrustedIssuer } from './trusted-issuers';

/** Asymmetric only: with a shared secret, the public key could sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const LEEWAY_SECONDS = 60;
const LONGEST_SECONDS = 86_400;
const REMEMBERED_MS = 600_000;
const MOST_REMEMBERED = 10_000;

export function isToken(credential: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(credential);
}

type TokenPrincipal = KeyPrincipal & { readonly expiresAt: Date };

export class TokenVerifier {
  private readonly keys: ReadonlyMap<string, IssuerKeys>;
  /** By SHA-256 of the token, oldest first. */
  private readonly remembered = new Map<string, { principal: TokenPrincipal; until: number }>();

  constructor(private readonly trusted: readonly TrustedIssuer[]) {
    this.keys = new Map(trusted.map(({ issuer }) => [issuer, new IssuerKeys(issuer)]));
  }

  /** @throws Problem token-expired, token-unrecognized, issuer-unavailable */
  async verify(token: string): Promise<TokenPrincipal> {
    const id = digest('sha256', token, 'base64url');
    const known = this.remembered.get(id);
    if (known && known.until > Date.now()) return known.principal;
    const claimed = readClaims(token);
    const keys = this.keys.get(claimed.iss ?? '');
    if (!keys) throw unrecognized(claimed, 'its issuer is not one that is trusted here');
    const claims = await verifySignature(token, claimed, keys);
    const principal = this.principalOf(claims);
    this.remember(id, principal);
    return principal;
  }

  private principalOf(claims: JWTPayload): TokenPrincipal {
    const [audience, ...others] = [claims.aud].flat();
    if (others.length > 0) throw unrecognized(claims, 'it has several audiences');
    const ofAudience = this.trusted.filter(
      each => each.issuer === claims.iss && each.audience === audience,
    );
    if (ofAudience.length === 0) throw unrecognized(claims, 'its audience is not this service');
    const entry = ofAudience.find(each => matchesClaims(each, claims));
    if (!entry) throw unrecognized(claims, 'no entry of TRUSTED_ISSUERS has its claims');
    const name = `${entry.name}: ${claims.sub}`;
    return {
      id: null,
      name,
      credential: name,
      owner: digest('sha256', JSON.stringify([entry.name, claims.sub]), 'buffer'),
      scopes: entry.scopes,
      slugPatterns: slugPatternsOf(entry, claims),
      expiresAt: new Date(claims.exp! * 1_000),
    };
  }

  private remember(id: string, principal: TokenPrincipal): void {
    this.remembered.delete(id);
    this.remembered.set(id, {
      principal,
      until: Math.min(principal.expiresAt.getTime(), Date.now() + REMEMBERED_MS),
    });
    if (this.remembered.size <= MOST_REMEMBERED) return;
    const [oldest] = this.remembered.keys();
    this.remembered.delete(oldest!);
  }
}

/** Unverified claims. */
function readClaims(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw unrecognized({}, 'it is not a JSON Web Token');
  }
}

async function verifySignature(
  token: string,
  claimed: JWTPayload,
  keys: IssuerKeys,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keys.find, {
      algorithms: ALGORITHMS,
      clockTolerance: LEEWAY_SECONDS,
      requiredClaims: ['exp', 'iat', 'sub'],
      // Refuses an `iat` in the future.
      maxTokenAge: LONGEST_SECONDS,
    });
    if (!/^[^\p{Cc}\p{Cs}]{1,255}$/u.test(String(payload.sub))) {
      throw unrecognized(claimed, 'its subject is not 1 to 255 characters');
    }
    // The leeway is for `nbf`; `exp` is exact.
    if (payload.exp! * 1_000 <= Date.now()) throw expired(payload);
    if (payload.exp! - payload.iat! > LONGEST_SECONDS) {
      throw unrecognized(claimed, 'it is valid for more than 24 hours');
    }
    return payload;
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof IssuerUnavailable) throw issuerUnavailable(error);
    if (error instanceof errors.JWTExpired) throw expired(claimed);
    throw unrecognized(claimed, 'its signature or its times are not valid', error);
  }
}

function expired(claims: JWTPayload): Problem {
  return refusal(
    'token-expired',
    `${describe(claims)} has expired. Ask the platform for a new one.`,
  );
}

function unrecognized(claims: JWTPayload, reason: string, cause?: unknown): Problem {
  return refusal('token-unrecognized', `${describe(claims)} is not recognized: ${reason}.`, cause);
}

function refusal(code: string, detail: string, cause?: unknown): Problem {
  return new Problem(code, detail, { headers: { 'WWW-Authenticate': 'Bearer' }, cause });
}

function issuerUnavailable(error: IssuerUnavailable): Problem {
  return new Problem(
    'issuer-unavailable',
    'The issuer of the token does not answer. Try again after Retry-After seconds.',
    { headers: { 'Retry-After': '5' }, cause: error },
  );
}

function describe({ iss, sub }: JWTPayload): string {
  const [issuer, subject] = [iss, sub].map(text =>
    typeof text === 'string' ? JSON.stringify(text.slice(0, 200)) : 'none',
  );
  return `The token of the issuer ${issuer} and the subject ${subject}`;
}
