import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import { isSecureAddress } from './trusted-issuers';

const TIMEOUT_MS = 3_000;
const MOST_BYTES = 1024 * 1024;
const CACHED_MS = 600_000;
const COOLDOWN_MS = 30_000;

/** No response, or none with keys; those that are cached stay in use. */
export class IssuerUnavailable extends Error {}

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/**
 * The published keys of one issuer: fetched on first use, cached for at most 10 minutes, and fetched again for
 * an unknown key id at most once in 30 seconds.
 */
export class IssuerKeys {
  private keySet: Promise<KeySet> | null = null;

  constructor(private readonly issuer: string) {}

  /** @throws IssuerUnavailable; JOSEError where no key is the token's */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    this.keySet ??= this.discover().catch((error: unknown) => {
      this.keySet = null;
      throw error;
    });
    const keySet = await this.keySet;
    try {
      return await keySet(header, token);
    } catch (error) {
      // The issuer may have moved its keys: its document is read again.
      if (!keySet.fresh) this.keySet = null;
      throw error;
    }
  };

  private async discover(): Promise<KeySet> {
    const address = `${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    let document: { issuer?: unknown; jwks_uri?: unknown };
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetchBounded(address, { signal });
      document = (await response.json()) as typeof document;
    } catch (error) {
      throw new IssuerUnavailable(`${this.issuer} cannot be reached.`, { cause: error });
    }
    const { issuer, jwks_uri: keys } = document;
    if (issuer !== this.issuer || typeof keys !== 'string' || !isSecureAddress(keys)) {
      throw new IssuerUnavailable(
        `${this.issuer} does not describe itself, or names no https keys.`,
      );
    }
    return fetchedKeys(keys);
  }
}

/** The cooldown of jose counts from the last success: after a failure every unknown key id would be a fetch. */
function fetchedKeys(address: string): KeySet {
  let attemptedAt = 0;
  const keySet: KeySet = createRemoteJWKSet(new URL(address), {
    timeoutDuration: TIMEOUT_MS,
    cacheMaxAge: CACHED_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: async (url, init) => {
      if (keySet.fresh && Date.now() < attemptedAt + COOLDOWN_MS) {
        throw new IssuerUnavailable(`${address} could not be fetched less than 30 seconds ago.`);
      }
      attemptedAt = Date.now();
      try {
        const response = await fetchBounded(url, init);
        createLocalJWKSet((await response.clone().json()) as JSONWebKeySet);
        return response;
      } catch (error) {
        throw new IssuerUnavailable(`${address} cannot be fetched.`, { cause: error });
      }
    },
  });
  return keySet;
}

/** A 200 of at most 1 MiB, without redirects. */
async function fetchBounded(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, { ...init, redirect: 'error' });
  if (response.status !== 200) throw new Error(`It answered ${response.status}.`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).byteLength;
    if (size > MOST_BYTES) throw new Error(`It answered more than ${MOST_BYTES} bytes.`);
    chunks.push(chunk as Uint8Array);
  }
  return new Response(Buffer.concat(chunks));
}
