import { equalHashes, hashSecret } from '@platform/auth';
import type { KeyPrincipal } from './key-principal';
import { SCOPES } from './scope';

/**
 * Keys that a deployment names in VERSIONING_API_KEYS, so that a container starts usable: all scopes,
 * every slug, recorded as `bootstrap-1`, `bootstrap-2`, … in their order.
 */
export function bootstrapKeys(keys: readonly string[]): readonly KeyPrincipal[] {
  return keys.map((key, index) => ({
    name: `bootstrap-${index + 1}`,
    credential: `bootstrap-${index + 1}`,
    hash: hashSecret(key),
    scopes: SCOPES,
    slugPattern: null,
  }));
}

/** Hashes are compared in constant time: how long it takes tells nothing about a key that came near. */
export function findBootstrapKey(
  keys: readonly KeyPrincipal[],
  sent: string,
): KeyPrincipal | undefined {
  if (keys.length === 0) return undefined;
  const hash = hashSecret(sent);
  return keys.find(key => equalHashes(key.hash, hash));
}
