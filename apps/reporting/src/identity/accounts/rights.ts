import { type Database, query, readStatements, transaction } from '@platform/db';
import { AT_THE_COMMAND_LINE, type DoneBy } from '../../http/principal';
import { changeAccount, lockByEmail } from './accounts';
import type { Grants } from './accounts.dto';
import { lockMembership, setMembership } from './memberships';

const sql = readStatements(__dirname, 'rights.sql');

export interface AccountGrantsChange extends DoneBy {
  readonly account: { readonly email: string } | { readonly accountId: string };
  /** Null means unchanged. */
  readonly apiAccess: boolean | null;
  readonly reportAccess: boolean | null;
}

const grants = sql<Grants>('change-grants');

/** Returns both grants, or null for an unknown account. Report access includes API access. */
export async function changeGrants(
  db: Database,
  { account, ...change }: AccountGrantsChange,
): Promise<Grants | null> {
  const [changed] = await query(db, grants, {
    email: null,
    accountId: null,
    ...account,
    ...change,
  });
  return changed ?? null;
}

export interface RolesChange {
  readonly email: string;
  /** Null means unchanged, also below. */
  readonly isOperator: boolean | null;
  /** The internal ID of the organization in which the Developer role changes. */
  readonly companyId: number | null;
  readonly isDeveloper: boolean | null;
  readonly actor: string;
}

/** Changes the roles of an account. Audited. @throws Error if there is no such account or membership */
export async function changeRoles(
  db: Database,
  { email, isOperator, companyId, isDeveloper, actor }: RolesChange,
): Promise<void> {
  const doneBy = { ...AT_THE_COMMAND_LINE, actor };
  await transaction(db, async tx => {
    const accountId = await lockByEmail(tx, email);
    const membership = companyId === null ? null : { accountId, companyId };
    if (membership && !(await lockMembership(tx, membership))) {
      throw new Error(`${email} is not a member of that organization.`);
    }
    await changeAccount(tx, accountId, { isOperator }, doneBy);
    if (!membership) return;
    const unchanged = { hasAccess: null, keepsRecords: null, facts: {} };
    await setMembership(tx, { ...membership, ...unchanged, isDeveloper }, doneBy);
  });
}
