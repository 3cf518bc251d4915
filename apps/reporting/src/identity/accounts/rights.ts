import { type Database, query, readStatements } from '@platform/db';
import { type DoneBy } from '../../http/principal';
import { noSuchAccount } from './accounts';
import type { Grants } from './accounts.dto';

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

const roles = sql<{ isMember: boolean }>('change-roles');

/** Changes the roles of an account. Audited. @throws Error if there is no such account or membership */
export async function changeRoles(db: Database, change: RolesChange): Promise<void> {
  const [found] = await query(db, roles, { ...change });
  if (!found) throw noSuchAccount(change.email);
  if (!found.isMember) throw new Error(`${change.email} is not a member of that organization.`);
}
