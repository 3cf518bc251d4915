import { type Database, query, readStatement, transaction } from '@platform/db';
import { endSessions } from '../sign-in/end-sessions';
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
  await transaction(db, async tx => {
    const [found] = await query(tx, statement, change);
    if (!found) throw noSuchAccount(change.email);
    if (!change.isEnabled) await endSessions(tx, { accountId: found.id, except: null });
  });
}
