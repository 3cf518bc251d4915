import type { Client } from 'openapi-fetch';
import type { components, paths } from './generated/api';
import { requireDone, unwrap } from './http';

export type KeysClient = ReturnType<typeof createKeysClient>;

export type Key = components['schemas']['ApiKey'];
export type KeyWithSecret = components['schemas']['ApiKeyWithSecret'];

export interface KeyOptions {
  /** Who uses it; recorded in the history. */
  readonly name: string;
  readonly scopes: readonly components['schemas']['KeyScope'][];
  /** Slugs, or prefixes followed by `*`; defaults to those of the caller. */
  readonly slugs?: readonly string[];
  /** Defaults to the expiry of the caller. */
  readonly expiresAt?: Date;
}

/**
 * Manages keys within the access of the client's own key. `create` and `rotate` are not retried after a lost response,
 * because the service stores no secrets to replay; check `list` instead.
 */
export function createKeysClient(api: Client<paths>) {
  return {
    list: async (): Promise<Key[]> => unwrap(await api.GET('/api/keys')),
    async create({ name, scopes, slugs, expiresAt }: KeyOptions): Promise<KeyWithSecret> {
      const body = {
        Name: name,
        Scopes: [...scopes],
        ...(slugs && { Slugs: [...slugs] }),
        ...(expiresAt && { ExpiresAt: expiresAt.toISOString() }),
      };
      return unwrap(await api.POST('/api/keys', { body }));
    },
    /** Revokes the key and those that it issued. */
    async revoke(id: string): Promise<void> {
      requireDone(await api.DELETE('/api/keys/{id}', { params: { path: { id } } }));
    },
    /** Returns a new secret; the previous one keeps working for `overlapSeconds`, by default 3,600. */
    async rotate(
      id: string,
      { overlapSeconds }: { overlapSeconds?: number } = {},
    ): Promise<KeyWithSecret> {
      const body = overlapSeconds === undefined ? {} : { OverlapSeconds: overlapSeconds };
      return unwrap(await api.POST('/api/keys/{id}/rotate', { params: { path: { id } }, body }));
    },
  };
}
