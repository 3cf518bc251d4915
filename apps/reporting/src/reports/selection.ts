import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import { invalidFields } from '@platform/http';
import { runWithin } from './organization-scope';

/** The departments and members that a report is about, by their keys in the database; null is all of them. */
export interface Selection {
  readonly departments: readonly number[] | null;
  readonly members: readonly number[] | null;
}

/** The same as it was requested, by ids; absent, null and empty are all of them. */
export interface SelectionRequest {
  readonly departments?: readonly string[] | null;
  readonly members?: readonly string[] | null;
}

interface SelectedRow {
  list: 'departments' | 'members';
  /** In its list, from 1. */
  position: number;
  id: string;
  key: number | null;
}

const statement = readStatement<SelectedRow>(__dirname, 'find-selection.sql');

/**
 * Finds the departments and members of a request within an organization.
 * @throws Problem invalid-request naming the ids that are not the organization's
 */
export async function findSelection(
  db: Database,
  organization: Organization,
  { departments, members }: SelectionRequest,
): Promise<Selection> {
  const given = { departments: departments ?? [], members: members ?? [] };
  if (given.departments.length + given.members.length === 0) {
    return { departments: null, members: null };
  }
  const rows = await runWithin(db, organization, statement, given);
  const unknown = rows.filter(({ key }) => key === null);
  if (unknown.length > 0) {
    throw invalidFields(
      unknown.map(({ list, position, id }) => ({
        field: `${list}[${position - 1}]`,
        message: `names ${id}, which is not of this organization`,
      })),
    );
  }
  const keysOf = (list: SelectedRow['list']) =>
    given[list].length === 0 ? null : rows.filter(row => row.list === list).map(({ key }) => key!);
  return { departments: keysOf('departments'), members: keysOf('members') };
}

/** A list that is empty or null was not given: null. */
export function emptyToNull<Item>(
  list: readonly Item[] | null | undefined,
): readonly Item[] | null {
  return list && list.length > 0 ? list : null;
}
