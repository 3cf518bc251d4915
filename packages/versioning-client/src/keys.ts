import type { Client } from 'openapi-fetch';
import type { components, paths } from './generated/api';
import { requireDone, requireSegment, unwrap } from './http';

export type Key = components['schemas']['ApiKey'];
export type KeyWithSecret = components['schemas']['ApiKeyWithSecret'];

export interface KeyOptions {
  /** Who uses it; the history records it. */
  readonly name: string;
  readonly scopes: readonly components['schemas']['KeyScope'][];
  /** Slugs, or prefixes ending in `*`; the caller's own unless named. */
  readonly slugs?: readonly string[];
  /** With the caller unless named. */
  readonly expiresAt?: Date;
}

/**
 * Reaches keys within the access of its own. A call that makes a secret is not repeated after a lost answer, since
 * the service stores no secret to answer with: look at `list`.
 */
export interface KeysClient {
  list(): Promise<Key[]>;
  create(options: KeyOptions): Promise<KeyWithSecret>;
  /** And those that it issued. */
  revoke(id: string): Promise<void>;
  /** A new secret; the former one works for `overlapSeconds`, 3,600 unless named. */
  rotate(id: string, options?: { overlapSeconds?: number }): Promise<KeyWithSecret>;
}

export function createKeysClient(api: Client<paths>): KeysClient {
  return {
    list: async () => unwrap(await api.GET('/api/keys')),
    async create({ name, scopes, slugs, expiresAt }) {
      const body = {
        Name: name,
        Scopes: [...scopes],
        ...(slugs && { Slugs: [...slugs] }),
        ...(expiresAt && { ExpiresAt: expiresAt.toISOString() }),
      };
      return unwrap(await api.POST('/api/keys', { body }));
    },
    async revoke(id) {
      requireSegment('key', id);
      requireDone(await api.DELETE('/api/keys/{id}', { params: { path: { id } } }));
    },
    async rotate(id, { overlapSeconds } = {}) {
      requireSegment('key', id);
      const body = overlapSeconds === undefined ? {} : { OverlapSeconds: overlapSeconds };
      return unwrap(await api.POST('/api/keys/{id}/rotate', { params: { path: { id } }, body }));
    },
  };
}
