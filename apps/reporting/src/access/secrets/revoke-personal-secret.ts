import { type Database, query, readStatement } from '@platform/db';
import type { Actor } from './issue-personal-secret';

const statement = readStatement<{ prefix: string }>(__dirname, 'revoke-personal-secret.sql');

/**
 * Revokes an account's personal secret; it is refused on its next call.
 * @returns whether there was one
 */
export async function revokePersonalSecret(
  db: Database,
  owner: Actor & { readonly accountId: number },
): Promise<boolean> {
  const revoked = await query(db, statement, { ...owner });
  return revoked.length > 0;
}
