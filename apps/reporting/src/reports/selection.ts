import { readStatement } from '@platform/db';
import { invalidFields } from '@platform/http';
import type { ReportScope } from './report-reads';
import type { Filter } from './table/xlsx';

/** The IDs of the departments and members to report on; absent, null or empty for all. */
export interface SelectionRequest {
  readonly departments?: readonly string[] | null | undefined;
  readonly members?: readonly string[] | null | undefined;
}

const LISTS = ['departments', 'members', 'profiles', 'achievements', 'competencies'] as const;

type List = (typeof LISTS)[number];

type Lists<Item> = Readonly<Record<List, readonly Item[]>>;

interface SelectedRow {
  readonly list: List;
  /** The position in its list, from 1. */
  readonly position: number;
  readonly id: string;
  /** The key in the database. It and the name are null if the ID is unknown. */
  readonly key: number | null;
  readonly name: string | null;
}

const statement = readStatement<SelectedRow>(__dirname, 'selection.sql');

/**
 * Looks up the requested IDs. Returns their keys and names; `selection` has the keys of departments and members, or
 * null for all. Without requested departments, those that the caller is shown.
 * @throws Problem invalid-request naming unknown IDs
 */
export async function findSelection(
  { reads, organization }: ReportScope,
  request: Readonly<Partial<Record<List, readonly string[] | null>>>,
) {
  const given = byList(list => request[list] ?? []);
  const isLimited = organization.shownDepartments !== null;
  const isRead = isLimited || LISTS.some(list => given[list].length > 0);
  const rows = isRead ? await reads.query(statement, given) : [];
  const faults = rows.flatMap(({ list, position, id, key }) => {
    const message = `names ${id}, which does not belong to this organization`;
    return key === null ? [{ field: `${list}[${position - 1}]`, message }] : [];
  });
  if (faults.length > 0) throw invalidFields(faults);
  const found = byList(list => rows.filter(row => row.list === list));
  const keys = byList(list => found[list].map(({ key }) => key!));
  const named = byList(list => found[list].map(({ name }) => name!));
  const departments = isLimited ? keys.departments : emptyToNull(keys.departments);
  // An empty list would be shown as all.
  const names = departments?.length === 0 ? { ...named, departments: ['none'] } : named;
  return { selection: { departments, members: emptyToNull(keys.members) }, keys, names };
}

function byList<Item>(itemsOf: (list: List) => readonly Item[]): Lists<Item> {
  return Object.fromEntries(LISTS.map(list => [list, itemsOf(list)])) as Record<List, Item[]>;
}

export function selectionFilters({ departments, members }: Lists<string>): Filter[] {
  return [
    ['Departments', listText(departments)],
    ['Members', listText(members)],
  ];
}

const MAX_LIST_LENGTH = 20;

/** Formats a list as `Drilling, Catering`, or `all` if it is empty; a long list ends with `and 5 more`. */
export function listText(list: readonly (string | number)[] | null | undefined): string {
  if (!list || list.length === 0) return 'all';
  const shown = list.slice(0, MAX_LIST_LENGTH).join(', ');
  const rest = list.length - MAX_LIST_LENGTH;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

export function emptyToNull<Item>(
  list: readonly Item[] | null | undefined,
): readonly Item[] | null {
  return list && list.length > 0 ? list : null;
}
