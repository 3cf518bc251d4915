import { type Database, query, readStatement } from '@platform/db';
import { noSuchAccount } from './no-such-account';

export interface ChangeRoles {
  readonly email: string;
  /** Null leaves it as it is, as below. */
  readonly isOperator: boolean | null;
  /** The organization in which the Developer role is given or taken, by its inner key. */
  readonly companyId: number | null;
  readonly isDeveloper: boolean | null;
  readonly actor: string;
}

const statement = readStatement<{ isMember: boolean }>(__dirname, 'change-roles.sql');

/**
 * Makes an account an operator or a Developer, or no more. Audited when it changes anything.
 * @throws Error in a sentence when there is no such account or no such membership; nothing is changed then
 */
export async function changeRoles(db: Database, change: ChangeRoles): Promise<void> {
  const [found] = await query(db, statement, { ...change });
  if (!found) throw noSuchAccount(change.email);
  if (!found.isMember) throw new Error(`${change.email} is not a member of that organization.`);
}
