import { type Database, query, readStatement } from '@platform/db';

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  /** The organization that it joins, by its inner key; null joins none. */
  readonly companyId: number | null;
  /** The Developer role in that organization. */
  readonly isDeveloper: boolean;
  /** Who makes it, for the audit. */
  readonly actor: string;
}

const statement = readStatement<{ uuid: string }>(__dirname, 'create-account.sql');

/**
 * Makes an account without password and grants. Audited.
 * @returns its id at the edge
 * @throws Error in a sentence when the e-mail is taken
 */
export async function createAccount(db: Database, account: NewAccount): Promise<string> {
  const [created] = await query(db, statement, { ...account });
  if (created) return created.uuid;
  throw new Error(`There is an account with the e-mail ${account.email} already.`);
}
