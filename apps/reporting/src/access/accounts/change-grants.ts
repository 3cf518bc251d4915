import { type Database, query, readStatement } from '@platform/db';

export interface Grants {
  readonly apiAccess: boolean;
  /** Includes API access. */
  readonly reportAccess: boolean;
}

export interface ChangeGrants {
  /** Whose: an e-mail or a UUID. */
  readonly account: { readonly email: string } | { readonly accountId: string };
  /** Null leaves it as it is. */
  readonly apiAccess: boolean | null;
  readonly reportAccess: boolean | null;
  /** Who changes them, and from where, for the audit. */
  readonly actor: string;
  readonly address: string | null;
}

const statement = readStatement<Grants>(__dirname, 'change-grants.sql');

/**
 * Changes what an account may do; from the next call on. Report access on turns API access on, API access
 * off turns both off.
 * @returns both as they now are; null when there is no such account
 */
export async function changeGrants(
  db: Database,
  { account, ...change }: ChangeGrants,
): Promise<Grants | null> {
  const [grants] = await query(db, statement, {
    email: null,
    accountId: null,
    ...account,
    ...change,
  });
  return grants ?? null;
}
