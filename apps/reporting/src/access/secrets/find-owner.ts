import { type Database, query, readStatement } from '@platform/db';
import { noSuchAccount } from '../accounts/no-such-account';

const statement = readStatement<{ accountId: number; companyId: number | null }>(
  __dirname,
  'find-owner.sql',
);

/**
 * The account of an e-mail.
 * @throws Error in a sentence when there is none
 */
export async function findOwner(db: Database, email: string): Promise<{ accountId: number }> {
  const [owner] = await query(db, statement, { email, company: null });
  if (!owner) throw noSuchAccount(email);
  return { accountId: owner.accountId };
}

/**
 * The account of an e-mail and the organization of a handle, of which it must be a member with access.
 * @throws Error in a sentence when it is not
 */
export async function findMember(
  db: Database,
  named: { email: string; company: string },
): Promise<{ accountId: number; companyId: number }> {
  const [owner] = await query(db, statement, named);
  if (owner?.companyId) return { accountId: owner.accountId, companyId: owner.companyId };
  throw new Error(
    `${named.email} is not a member, with access, of an organization ${named.company}.`,
  );
}
