import { type Database, query, readStatement } from '@platform/db';
import { Problem } from '@platform/http';
import type { Actor } from './issue-personal-secret';

const statement = readStatement<{ prefix: string }>(__dirname, 'revoke-client-secret.sql');

/**
 * Revokes a client secret; it is refused on its next call.
 * @throws Problem not-found when the account has none of that id, whoever else may have
 */
export async function revokeClientSecret(
  db: Database,
  secret: Actor & { readonly accountId: number; readonly id: string },
): Promise<void> {
  const [revoked] = await query(db, statement, { ...secret });
  if (!revoked) throw new Problem('not-found', 'The account has no client secret of this id.');
}
