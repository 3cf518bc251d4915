import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import { invalidFields } from '@platform/http';
import { runWithin } from '../organization-scope';

/** The departments and members that a report is about, by their keys inside; null is all of them. */
export interface Scope {
  readonly departments: readonly number[] | null;
  readonly members: readonly number[] | null;
}

/** The same as it was asked for, by ids; absent, null and empty are all of them. */
export interface ScopeRequest {
  readonly departments?: readonly string[] | null;
  readonly members?: readonly string[] | null;
}

interface ScopeRow {
  list: 'departments' | 'members';
  /** In its list, from 1. */
  position: number;
  id: string;
  key: number | null;
}

const statement = readStatement<ScopeRow>(__dirname, 'find-scope.sql');

/**
 * Finds what a report is about within an organization.
 * @throws Problem invalid-request naming the ids that are not the organization's
 */
export async function findScope(
  db: Database,
  organization: Organization,
  { departments, members }: ScopeRequest,
): Promise<Scope> {
  const given = { departments: departments ?? [], members: members ?? [] };
  const rows = await runWithin(db, organization, statement, given);
  const strangers = rows.filter(({ key }) => key === null);
  if (strangers.length > 0) {
    throw invalidFields(
      strangers.map(({ list, position, id }) => ({
        field: `${list}[${position - 1}]`,
        message: `names ${id}, which is not of this organization`,
      })),
    );
  }
  const keysOf = (list: ScopeRow['list']) =>
    given[list].length === 0 ? null : rows.filter(row => row.list === list).map(({ key }) => key!);
  return { departments: keysOf('departments'), members: keysOf('members') };
}
