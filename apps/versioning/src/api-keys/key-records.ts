import type { Database } from '@platform/db';
import type { Access, Allows } from '../http/principal';
import { isWithin } from './key-access';

/** A stored key, without its secret. */
export interface KeyRecord extends Access {
  readonly id: number;
  readonly prefix: string;
  readonly name: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** Keys within the access of `manager`, oldest first. */
export async function listKeys(
  db: Database,
  manager: Access,
  { includesRevoked }: { readonly includesRevoked: boolean },
): Promise<KeyRecord[]> {
  const keys = await findKeys(db, includesRevoked ? {} : { revokedAt: null });
  return keys.filter(key => isWithin(key, manager));
}

/** Keys that are not revoked; if `issuedBefore` is given, only those whose secret was issued before it. */
export async function findUnrevokedKeys(
  { prisma }: Database,
  issuedBefore: Date | null,
): Promise<{ id: number }[]> {
  const before = issuedBefore && {
    OR: [{ rotatedAt: { lt: issuedBefore } }, { rotatedAt: null, createdAt: { lt: issuedBefore } }],
  };
  return prisma.apiKey.findMany({ select: { id: true }, where: { revokedAt: null, ...before } });
}

/**
 * Finds a key by the beginning of its prefix, or by the whole prefix of a secret that it had before a rotation.
 * @throws Error unless exactly one key matches that is not revoked
 */
export async function findKeyByPrefix(db: Database, prefix: string): Promise<KeyRecord> {
  // Prisma takes them as wildcards.
  const startsWith = prefix.replaceAll(/[\\%_]/g, '\\$&');
  const [key, ...others] = await findKeys(db, {
    OR: [{ prefix: { startsWith } }, { formerPrefixes: { has: prefix } }],
    revokedAt: null,
  });
  if (!key)
    throw new Error(`No active key begins with ${prefix}. List keys with: versioning keys list`);
  if (others.length > 0) {
    const prefixes = [key, ...others].map(match => match.prefix).join(', ');
    throw new Error(`${prefix} is ambiguous: it matches ${prefixes}. Specify more of the prefix.`);
  }
  return key;
}

const MAX_ID = 2 ** 31 - 1;

export async function findUnrevokedKey(db: Database, id: string): Promise<KeyRecord | null> {
  if (Number(id) > MAX_ID) return null;
  const [key] = await findKeys(db, { id: Number(id), revokedAt: null });
  return key ?? null;
}

type Where = NonNullable<Parameters<Database['prisma']['apiKey']['findMany']>[0]>['where'];

async function findKeys({ prisma }: Database, where: Where): Promise<KeyRecord[]> {
  const rows = await prisma.apiKey.findMany({
    select: {
      id: true,
      prefix: true,
      name: true,
      scopes: true,
      allows: true,
      slugPattern: true,
      otherSlugPatterns: true,
      createdBy: true,
      createdAt: true,
      expiresAt: true,
      revokedAt: true,
      lastUsedAt: true,
    },
    where,
    orderBy: { id: 'asc' },
  });
  return rows.map(({ allows, slugPattern, otherSlugPatterns, ...key }) => ({
    ...key,
    allows: allows as Allows | null,
    slugPatterns: slugPattern === null ? null : [slugPattern, ...otherSlugPatterns],
  }));
}
