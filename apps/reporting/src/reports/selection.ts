import { readStatements } from '@platform/db';
import { invalidFields } from '@platform/http';
import type { ReportScope } from './organization-scope';
import type { Filter } from './table/xlsx';

const sql = readStatements(__dirname, 'selection.sql');

/** The departments and members that a report is about, by their keys in the database; null is all of them. */
export interface Selection {
  readonly departments: readonly number[] | null;
  readonly members: readonly number[] | null;
}

/** The names of what was selected, for the sheet About of a workbook; empty is all of them. */
export interface SelectionNames {
  readonly departments: readonly string[];
  readonly members: readonly string[];
}

/** The same as it was requested, by ids; absent, null and empty are all of them. */
export interface SelectionRequest {
  readonly departments?: readonly string[] | null | undefined;
  readonly members?: readonly string[] | null | undefined;
}

interface SelectedRow {
  list: 'departments' | 'members';
  /** In its list, from 1. */
  position: number;
  id: string;
  key: number | null;
  name: string | null;
}

const statement = sql<SelectedRow>('find-selection');

/**
 * Finds the departments and members of a request; without departments, those that the caller is shown.
 * @throws Problem invalid-request naming unknown ids
 */
export async function findSelection(
  scope: ReportScope,
  { departments, members }: SelectionRequest,
): Promise<{ selection: Selection; names: SelectionNames }> {
  const given = { departments: departments ?? [], members: members ?? [] };
  const { shownDepartments: shown } = scope.organization;
  if (shown === null && given.departments.length + given.members.length === 0) {
    return {
      selection: { departments: null, members: null },
      names: { departments: [], members: [] },
    };
  }
  const rows = await scope.reads.query(statement, given);
  const unknown = rows.filter(({ key }) => key === null);
  if (unknown.length > 0) {
    throw invalidFields(
      unknown.map(({ list, position, id }) => ({
        field: `${list}[${position - 1}]`,
        message: `names ${id}, which does not belong to this organization`,
      })),
    );
  }
  const selected = (list: SelectedRow['list']) => rows.filter(row => row.list === list);
  const keysOf = (list: SelectedRow['list']) => selected(list).map(({ key }) => key!);
  const namesOf = (list: SelectedRow['list']) => selected(list).map(({ name }) => name!);
  return {
    selection: {
      departments: shown === null ? emptyToNull(keysOf('departments')) : keysOf('departments'),
      members: emptyToNull(keysOf('members')),
    },
    names: { departments: namesOf('departments'), members: namesOf('members') },
  };
}

/** The selection as the sheet About says it. */
export function selectionFilters({ departments, members }: SelectionNames): Filter[] {
  return [
    ['Departments', listText(departments)],
    ['Members', listText(members)],
  ];
}

const MAX_LIST_LENGTH = 20;

/** `Drilling, Catering` or `all`; a long list ends with how many more there are. */
export function listText(list: readonly (string | number)[] | null | undefined): string {
  if (!list || list.length === 0) return 'all';
  const shown = list.slice(0, MAX_LIST_LENGTH).join(', ');
  const rest = list.length - MAX_LIST_LENGTH;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

/** A list that is empty or null was not given: null. */
export function emptyToNull<Item>(
  list: readonly Item[] | null | undefined,
): readonly Item[] | null {
  return list && list.length > 0 ? list : null;
}
