import { type Database, query, readStatement } from '@platform/db';
import { foldEmail } from './fold-email';
import { noSuchAccount } from './no-such-account';

const statement = readStatement<{ email: string }>(__dirname, 'find-email.sql');

/**
 * The e-mail address, as it is stored, of the account that a command names by one: the account that signs in
 * with it, or that has it letter by letter, as one may that was made before addresses were folded.
 * @throws Error in a sentence when there is none
 */
export async function findEmail(db: Database, email: string): Promise<string> {
  const [found] = await query(db, statement, { email, folded: foldEmail(email) });
  if (!found) throw noSuchAccount(email);
  return found.email;
}
