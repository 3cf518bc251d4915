import { generateSecret, type Secret } from '@platform/auth';
import type { Database } from '@platform/db';
import type { Scope } from './scope';

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly slugPattern: string | null;
  readonly expiresAt: Date | null;
  /** The middle segment of the key: `vrk_<environment>_…`. */
  readonly environment: string;
}

/** Issues a key. The secret is in the answer and nowhere else: only its hash is stored. */
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
