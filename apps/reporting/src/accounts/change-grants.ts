import { type Database, readStatement, run } from '@platform/db';
import { noSuchAccount } from './no-such-account';

export interface Grants {
  readonly apiAccess: boolean;
  /** Includes API access. */
  readonly reportAccess: boolean;
}

export interface ChangeGrants {
  readonly email: string;
  /** Null leaves it as it is. */
  readonly apiAccess: boolean | null;
  readonly reportAccess: boolean | null;
  /** Who changes them, for the audit. */
  readonly actor: string;
}

const statement = readStatement<Grants>(__dirname, 'change-grants.sql');

/**
 * Changes what an account may do; from the next call on. Report access on turns API access on, API access
 * off turns both off.
 * @throws Error in a sentence when there is no such account
 */
export async function changeGrants(db: Database, change: ChangeGrants): Promise<Grants> {
  const [grants] = await run(db, statement, { ...change });
  if (!grants) throw noSuchAccount(change.email);
  return grants;
}
