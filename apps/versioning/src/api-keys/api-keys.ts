import { generateSecret, type Secret } from '@platform/auth/secret';
import { type Database, query, readStatement } from '@platform/db';
import type { Scope } from './key-access';

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly slugPattern: string | null;
  readonly expiresAt: Date | null;
  /** The middle segment of the key: `vrk_<environment>_…`. */
  readonly environment: string;
}

/** Issues a key. The secret is returned once; only its hash is stored. */
export async function createKey(
  db: Database,
  { environment, scopes, ...key }: NewKey,
): Promise<Secret> {
  const secret = generateSecret('vrk', environment);
  const { prefix, hash } = secret;
  await db.prisma.apiKey.create({
    data: { ...key, scopes: [...scopes], prefix, hash: new Uint8Array(hash) },
  });
  return secret;
}

/** Everything about a key except the key. */
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

interface MatchingKey {
  name: string;
  prefix: string;
}

const revokeStatement = readStatement<MatchingKey>(__dirname, 'revoke-key.sql');

/** Revokes the one active key whose prefix begins with `prefix`. @throws Error when none or several match */
export async function revokeKey(db: Database, prefix: string): Promise<MatchingKey> {
  const [key, ...others] = await query(db, revokeStatement, { prefix });
  if (!key)
    throw new Error(`No active key begins with ${prefix}. List keys with: versioning keys list`);
  if (others.length > 0) {
    const prefixes = [key, ...others].map(match => match.prefix).join(', ');
    throw new Error(`${prefix} is ambiguous: it matches ${prefixes}. Give more of the prefix.`);
  }
  return key;
}
