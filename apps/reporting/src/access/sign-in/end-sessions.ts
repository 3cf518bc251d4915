import { query, readStatement, type Transaction } from '@platform/db';

const statement = readStatement(__dirname, 'end-sessions.sql');

/** Ends every session of an account but `except`, in the transaction that has changed the account before. */
export async function endSessions(
  tx: Transaction,
  ended: { accountId: number; except: string | null },
): Promise<void> {
  await query(tx, statement, ended);
}
