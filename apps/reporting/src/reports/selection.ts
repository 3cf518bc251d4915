import { readStatements, type Statement } from '@platform/db';
import { invalidFields } from '@platform/http';
import type { ReportScope } from './organization-scope';
import type { Filter } from './table/xlsx';

const sql = readStatements(__dirname, 'selection.sql');

/** The departments and members that a report is about, as they are requested by ids; absent, null and empty are all. */
export interface SelectionRequest {
  readonly departments?: readonly string[] | null | undefined;
  readonly members?: readonly string[] | null | undefined;
}

/** A row by its id in a list of a request. */
export interface SelectedRow<List extends string> {
  readonly list: List;
  /** In its list, from 1. */
  readonly position: number;
  readonly id: string;
  /** Null, as the name, where it is unknown. */
  readonly key: number | null;
  readonly name: string | null;
}

type Lists<List extends string, Item> = Readonly<Record<List, readonly Item[]>>;

const statement = sql<SelectedRow<'departments' | 'members'>>('find-selection');

/**
 * The keys in the database (null is all) and the names (empty is all) of a request; without departments, those that the
 * caller is shown.
 * @throws Problem invalid-request naming unknown ids
 */
export async function findSelection(scope: ReportScope, request: SelectionRequest) {
  const given = { departments: request.departments ?? [], members: request.members ?? [] };
  const isLimited = scope.organization.shownDepartments !== null;
  const { keys, names } = await findByIds(scope, statement, given, isLimited);
  const departments = isLimited ? keys.departments : emptyToNull(keys.departments);
  return { selection: { departments, members: emptyToNull(keys.members) }, names };
}

/**
 * Finds what lists of ids name, by a statement that takes the lists; reads nothing without ids, unless that is asked for.
 * @throws Problem invalid-request naming unknown ids
 */
export async function findByIds<List extends string>(
  { reads }: ReportScope,
  lists: Statement<SelectedRow<List>>,
  given: Lists<List, string>,
  isRead = false,
): Promise<{ keys: Lists<List, number>; names: Lists<List, string> }> {
  const names = Object.keys(given) as List[];
  const rows =
    isRead || names.some(name => given[name].length > 0) ? await reads.query(lists, given) : [];
  const unknown = rows.filter(({ key }) => key === null);
  if (unknown.length > 0) {
    throw invalidFields(
      unknown.map(({ list, position, id }) => ({
        field: `${list}[${position - 1}]`,
        message: `names ${id}, which does not belong to this organization`,
      })),
    );
  }
  const byList = <Value>(value: (row: SelectedRow<List>) => Value) =>
    Object.fromEntries(
      names.map(name => [name, rows.filter(({ list }) => list === name).map(value)]),
    ) as Record<List, Value[]>;
  return { keys: byList(({ key }) => key!), names: byList(({ name }) => name!) };
}

/** The selection as the sheet About says it. */
export function selectionFilters({
  departments,
  members,
}: Lists<'departments' | 'members', string>): Filter[] {
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
