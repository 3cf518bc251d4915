import { type Database, readStatement, run } from '@platform/db';
import { noSuchAccount } from './no-such-account';

const statement = readStatement<{ id: number }>(__dirname, 'set-enabled.sql');

/**
 * Disables an account, which ends its sessions and refuses its secrets on the next call, or enables it
 * again. Audited when it changes anything.
 * @throws Error in a sentence when there is no such account
 */
export async function setEnabled(
  db: Database,
  change: { email: string; isEnabled: boolean; actor: string },
): Promise<void> {
  const [found] = await run(db, statement, change);
  if (!found) throw noSuchAccount(change.email);
}
