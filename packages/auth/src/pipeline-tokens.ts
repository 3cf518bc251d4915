import { hash as digest } from 'node:crypto';
import { Problem } from '@platform/http/problems';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { unauthorized } from './credential';
import { fetchBounded } from './fetch-bounded';

/** Asymmetric only: otherwise the public key could be used as a shared secret to sign. */
const ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');
const LEEWAY_SECONDS = 60;
const MAX_SECONDS = 86_400;
const CACHE_MS = 600_000;
const MAX_CACHED = 10_000;

export type TokenClaims = JWTPayload;

/** Verifies tokens from trusted issuers and caches the principals that the service maps their claims to. */
export class TokenVerifier<Principal> {
  private readonly keys: ReadonlyMap<string, IssuerKeys>;
  /** By SHA-256 of the token, oldest first. */
  private readonly cache = new Map<string, { principal: Principal; until: number }>();

  /** @param principalOf throws `unrecognizedToken` if the claims are not accepted */
  constructor(
    issuers: readonly string[],
    private readonly principalOf: (claims: JWTPayload) => Principal,
  ) {
    this.keys = new Map(issuers.map(issuer => [issuer, new IssuerKeys(issuer)]));
  }

  /** @throws Problem token-expired, token-unrecognized, issuer-unavailable */
  async verify(token: string): Promise<Principal> {
    const id = digest('sha256', token, 'base64url');
    const known = this.cache.get(id);
    if (known && known.until > Date.now()) return known.principal;
    const claimed = readUnverifiedClaims(token);
    const keys = this.keys.get(claimed.iss ?? '');
    if (!keys) throw unrecognizedToken(claimed, 'its issuer is not trusted');
    const claims = await verifySignature(token, claimed, keys);
    const principal = this.principalOf(claims);
    this.cache.delete(id);
    const until = Math.min(claims.exp! * 1_000, Date.now() + CACHE_MS);
    this.cache.set(id, { principal, until });
    if (this.cache.size > MAX_CACHED) {
      const [oldest] = this.cache.keys();
      this.cache.delete(oldest!);
    }
    return principal;
  }
}

function readUnverifiedClaims(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    throw unrecognizedToken({}, 'it is not a JSON Web Token');
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
      // Also rejects an `iat` in the future.
      maxTokenAge: MAX_SECONDS,
    });
    const { sub } = payload as { readonly sub: unknown };
    if (typeof sub !== 'string' || !/^[^\p{Cc}\p{Cs}]{1,255}$/u.test(sub)) {
      throw unrecognizedToken(claimed, 'its subject is not a string of 1 to 255 characters');
    }
    // The leeway applies to `nbf`; `exp` is exact.
    if (payload.exp! * 1_000 <= Date.now()) throw expired(payload);
    if (payload.exp! - payload.iat! > MAX_SECONDS) {
      throw unrecognizedToken(claimed, 'it is valid for more than 24 hours');
    }
    return payload;
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof IssuerUnavailable) throw issuerUnavailable(error);
    if (error instanceof errors.JWTExpired) throw expired(claimed);
    throw unrecognizedToken(claimed, 'its signature or timestamps are not valid', error);
  }
}

function expired(claims: JWTPayload): Problem {
  return unauthorized(
    'token-expired',
    `${describe(claims)} has expired. Request a new one from the platform.`,
  );
}

export function unrecognizedToken(claims: JWTPayload, reason: string, cause?: unknown): Problem {
  const detail = `${describe(claims)} is not recognized: ${reason}.`;
  return unauthorized('token-unrecognized', detail, cause);
}

function issuerUnavailable(error: IssuerUnavailable): Problem {
  return new Problem(
    'issuer-unavailable',
    'The token issuer is unavailable. Try again after Retry-After seconds.',
    { headers: { 'Retry-After': '5' }, cause: error },
  );
}

function describe({ iss, sub }: JWTPayload): string {
  const [issuer, subject] = [iss, sub].map(text =>
    typeof text === 'string' ? JSON.stringify(text.slice(0, 200)) : 'none',
  );
  return `The token with issuer ${issuer} and subject ${subject}`;
}

const TIMEOUT_MS = 3_000;
const MAX_BYTES = 1024 * 1024;
const KEYS_CACHE_MS = 600_000;
const COOLDOWN_MS = 30_000;

/** No response, or a response without keys; cached keys remain in use. */
class IssuerUnavailable extends Error {}

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/**
 * The published keys of an issuer: fetched on first use, cached for at most 10 minutes, and fetched again for an unknown
 * key ID at most once per 30 seconds.
 */
class IssuerKeys {
  private keySet: Promise<KeySet> | null = null;

  constructor(private readonly issuer: string) {}

  /** @throws IssuerUnavailable; JOSEError if no key matches */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    this.keySet ??= this.discover().catch((error: unknown) => {
      this.keySet = null;
      throw error;
    });
    const keySet = await this.keySet;
    try {
      return await keySet(header, token);
    } catch (error) {
      // The issuer may have moved its keys, so read its document again.
      if (!keySet.fresh) this.keySet = null;
      throw error;
    }
  };

  private async discover(): Promise<KeySet> {
    const address = `${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    let document: { issuer?: unknown; jwks_uri?: unknown };
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetchDocument(address, { signal });
      document = (await response.json()) ?? {};
    } catch (error) {
      throw new IssuerUnavailable(`${this.issuer} cannot be reached.`, { cause: error });
    }
    const { issuer, jwks_uri: keys } = document;
    if (issuer !== this.issuer || typeof keys !== 'string' || !isSecureAddress(keys)) {
      throw new IssuerUnavailable(
        `The discovery document of ${this.issuer} has a different issuer or no https jwks_uri.`,
      );
    }
    return fetchedKeys(keys);
  }
}

/** Extends jose's cooldown, which starts at the last success: after a failure, every unknown key ID would cause a fetch. */
function fetchedKeys(address: string): KeySet {
  let attemptedAt = 0;
  const keySet: KeySet = createRemoteJWKSet(new URL(address), {
    timeoutDuration: TIMEOUT_MS,
    cacheMaxAge: KEYS_CACHE_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: async (url, init) => {
      if (keySet.fresh && Date.now() < attemptedAt + COOLDOWN_MS) {
        throw new IssuerUnavailable(`Fetching ${address} failed less than 30 seconds ago.`);
      }
      attemptedAt = Date.now();
      try {
        const response = await fetchDocument(url, init);
        createLocalJWKSet((await response.clone().json()) as JSONWebKeySet);
        return response;
      } catch (error) {
        throw new IssuerUnavailable(`Fetching ${address} failed.`, { cause: error });
      }
    },
  });
  return keySet;
}

/** @throws Error for anything but a 200 of at most 1 MiB without a redirect */
async function fetchDocument(address: string, init: RequestInit): Promise<Response> {
  const response = await fetchBounded(address, { ...init, redirect: 'error' }, MAX_BYTES);
  if (response.status !== 200) throw new Error(`The status is ${response.status}.`);
  return response;
}

/** Accepts https, and http on a loopback address. */
export function isSecureAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  if (username || password || search || hash) return false;
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}
