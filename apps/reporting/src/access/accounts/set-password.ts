import { hashPassword, validatePassword } from '@platform/auth/password';
import { type Database, query, readStatement, transaction } from '@platform/db';
import { endSessions } from '../sign-in/end-sessions';
import { noSuchAccount } from './no-such-account';

const statement = readStatement<{ id: number }>(__dirname, 'set-password.sql');

/**
 * Sets an account's password and ends its sessions. Audited, without the password.
 * @throws Error in a sentence when the password is refused or there is no such account
 */
export async function setPassword(
  db: Database,
  { email, password, actor }: { email: string; password: string; actor: string },
): Promise<void> {
  const complaint = validatePassword(password, email);
  if (complaint) throw new Error(`The password is refused: it ${complaint}.`);
  const passwordHash = await hashPassword(password);
  await transaction(db, async tx => {
    const [updated] = await query(tx, statement, { email, passwordHash, actor });
    if (!updated) throw noSuchAccount(email);
    await endSessions(tx, { accountId: updated.id, except: null });
  });
}
