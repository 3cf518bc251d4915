import { readStatements, type Statement } from '@platform/db';
import { invalidFields } from '@platform/http';
import type { ReportScope } from './report-reads';
import type { Filter } from './table/xlsx';

const sql = readStatements(__dirname, 'selection.sql');

/** The IDs of the departments and members to report on; absent, null or empty for all. */
export interface SelectionRequest {
  readonly departments?: readonly string[] | null | undefined;
  readonly members?: readonly string[] | null | undefined;
}

/** A row for each ID in a list of a request. */
export interface SelectedRow<List extends string> {
  readonly list: List;
  /** The position in its list, from 1. */
  readonly position: number;
  readonly id: string;
  /** The key in the database. It and the name are null if the ID is unknown. */
  readonly key: number | null;
  readonly name: string | null;
}

type Lists<List extends string, Item> = Readonly<Record<List, readonly Item[]>>;

const statement = sql<SelectedRow<'departments' | 'members'>>('find-selection');

/**
 * Returns the keys (null for all) and names (empty for all) of the requested departments and members. Without requested
 * departments, those that the caller is shown.
 * @throws Problem invalid-request naming unknown IDs
 */
export async function findSelection(scope: ReportScope, request: SelectionRequest) {
  const given = { departments: request.departments ?? [], members: request.members ?? [] };
  const isLimited = scope.organization.shownDepartments !== null;
  const { keys, names } = await findByIds(scope, statement, given, isLimited);
  const departments = isLimited ? keys.departments : emptyToNull(keys.departments);
  return { selection: { departments, members: emptyToNull(keys.members) }, names };
}

/**
 * Looks up lists of IDs with a statement that takes these lists. Does not query the database if they are empty, unless
 * `isRead`.
 * @throws Problem invalid-request naming unknown IDs
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

/** Describes the selection for the sheet About. */
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

/** Formats a list as `Drilling, Catering`, or `all` if it is empty; a long list ends with `and 5 more`. */
export function listText(list: readonly (string | number)[] | null | undefined): string {
  if (!list || list.length === 0) return 'all';
  const shown = list.slice(0, MAX_LIST_LENGTH).join(', ');
  const rest = list.length - MAX_LIST_LENGTH;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

/** Treats an empty list as absent. */
export function emptyToNull<Item>(
  list: readonly Item[] | null | undefined,
): readonly Item[] | null {
  return list && list.length > 0 ? list : null;
}
