import { type Database, query, readStatements, transaction } from '@platform/db';
import { AT_THE_COMMAND_LINE, type DoneBy } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { changeAccount, type FoundAccount } from './accounts';
import type { Grants } from './accounts.dto';
import { lockMembership, setMembership } from './memberships';

const sql = readStatements(__dirname, 'rights.sql');

const grants = sql<Grants>('change-grants');

/** Returns both grants. Report access includes API access; null means unchanged. @throws Problem unknown-account */
export async function changeGrants(
  db: Database,
  accountId: string,
  change: { readonly [Grant in keyof Grants]: boolean | null },
  doneBy: DoneBy,
): Promise<Grants> {
  const [changed] = await query(db, grants, { accountId, ...change, ...doneBy });
  if (!changed) throw problemOf('unknown-account');
  return changed;
}

interface RolesChange {
  readonly isOperator?: boolean;
  readonly isDeveloper?: boolean;
  /** The internal ID of the organization in which the Developer role changes; null if it does not. */
  readonly companyId: number | null;
}

/** Changes roles at the command line. Audited. @throws Error if the account is not a member of the organization */
export async function changeRoles(
  db: Database,
  { id: accountId, email }: FoundAccount,
  { isOperator, isDeveloper = false, companyId }: RolesChange,
): Promise<void> {
  await transaction(db, async tx => {
    await changeAccount(tx, accountId, { isOperator }, AT_THE_COMMAND_LINE);
    if (companyId === null) return;
    const membership = { accountId, companyId };
    if (!(await lockMembership(tx, membership))) {
      throw new Error(`${email} is not a member of that organization.`);
    }
    const unchanged = { hasAccess: null, keepsRecords: null, facts: {} };
    await setMembership(tx, { ...membership, ...unchanged, isDeveloper }, AT_THE_COMMAND_LINE);
  });
}
