import { type Database, readStatement, run } from '@platform/db';
import { noSuchAccount } from '../accounts/no-such-account';

const statement = readStatement<{ hadSecret: boolean }>(__dirname, 'revoke-secret.sql');

/**
 * Revokes an account's personal secret; it is refused on its next call.
 * @returns whether there was one
 * @throws Error in a sentence when there is no such account
 */
export async function revokeSecret(
  db: Database,
  input: { email: string; actor: string },
): Promise<boolean> {
  const [owner] = await run(db, statement, input);
  if (!owner) throw noSuchAccount(input.email);
  return owner.hadSecret;
}
