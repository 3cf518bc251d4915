import type { Database } from '@platform/db';
import type { Scope } from './scope';

/** A key as people see it: everything but the key. */
export interface KeyRecord {
  readonly prefix: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly slugPattern: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** To the minute. */
  readonly lastUsedAt: Date | null;
}

/** Every key that was ever issued, oldest first. */
export function listKeys(db: Database): Promise<KeyRecord[]> {
  return db.prisma.apiKey.findMany({ omit: { id: true, hash: true }, orderBy: { id: 'asc' } });
}
