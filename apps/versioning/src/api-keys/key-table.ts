import { textTable } from '@platform/service';
import type { KeyRecord } from './list-keys';

/** The keys as aligned columns for a person. */
export function keyTable(keys: readonly KeyRecord[]): string {
  if (keys.length === 0)
    return 'No key was issued yet. Issue one with: versioning keys create --name ci';
  return textTable([
    ['PREFIX', 'NAME', 'SCOPES', 'SLUGS', 'CREATED', 'EXPIRES', 'LAST USED', 'STATE'],
    ...keys.map(key => [
      `${key.prefix}…`,
      key.name,
      key.scopes.join(','),
      key.slugPattern ?? 'all',
      minute(key.createdAt),
      minute(key.expiresAt),
      minute(key.lastUsedAt),
      state(key),
    ]),
  ]);
}

function state({ revokedAt, expiresAt }: KeyRecord): string {
  if (revokedAt) return `revoked ${minute(revokedAt)}`;
  return expiresAt && expiresAt <= new Date() ? 'expired' : 'in use';
}

function minute(time: Date | null): string {
  return time ? time.toISOString().slice(0, 16).replace('T', ' ') : '-';
}
