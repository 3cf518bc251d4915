import { type FileName, isFileName } from '../../records/import-file';
import type { Fault } from '../faults';
import { ROLES } from './column-words';
import type { ListSheet } from './open-list';
import { LINES_OF_SHEET } from './read-list';
import type { ColumnRole } from './sources.dto';

/** The file of faults that only lists can have; their column is a role. */
export const OF_LIST = 'list';

/**
 * Translates a fault of a staged row into one of the list, with its sheet, row and column.
 * @param headersOf the headers by role, for each sheet
 */
export function placeFault(
  fault: Fault,
  sheets: readonly ListSheet[],
  headersOf: readonly ReadonlyMap<ColumnRole, string>[],
): Fault {
  const { file, line, column } = fault;
  if (!isFileName(file) && file !== OF_LIST) return fault;
  if (line === null) return { ...fault, file: sheets[0]!.label, column: null };
  const { sheet, row } = placeOf(sheets, line);
  const role = file === OF_LIST ? (column as ColumnRole) : roleOf(file, column);
  const headers = headersOf[sheet];
  const isId = /^[0-9a-f-]{36}$/.test(fault.value ?? '');
  const other = OTHER_ROLES[role!];
  // In a grid, the headers are the names of achievements.
  const alternative = other === 'mark' && !isId ? fault.value : headers?.get(other!);
  const header = headers?.get(role!) ?? alternative ?? null;
  const expected = fault.expected.replaceAll(/\bline (\d+)\b/g, (_, other: string) => {
    const place = placeOf(sheets, Number(other));
    return place.sheet === sheet
      ? `row ${place.row}`
      : `row ${place.row} of ${sheets[place.sheet]!.label}`;
  });
  return {
    ...fault,
    file: sheets[sheet]!.label,
    line: row,
    column: header,
    value: isId ? null : fault.value,
    expected,
  };
}

function placeOf({ length }: readonly ListSheet[], line: number): { sheet: number; row: number } {
  const sheet = length === 1 ? 0 : Math.floor(line / LINES_OF_SHEET);
  return { sheet, row: line - sheet * LINES_OF_SHEET };
}

/** Roles with other names than the columns that are derived from them. */
const ROLES_OF_COLUMNS: Readonly<Record<string, ColumnRole>> = {
  'departments.csv name': 'department',
  'profiles.csv name': 'profile',
  'achievements.csv name': 'achievement',
  departmentId: 'department',
  profileId: 'profile',
  isPrimary: 'profile',
  achievementId: 'achievement',
  hasAccess: 'hasLeft',
  issuedAt: 'issued',
  expiresAt: 'expires',
};

/** Alternatives if a list lacks a column of the first role. */
const OTHER_ROLES: Readonly<Partial<Record<ColumnRole, ColumnRole>>> = {
  personCode: 'email',
  email: 'personCode',
  name: 'lastName',
  achievement: 'mark',
};

/** Defaults to `personCode`, from which IDs are derived. */
function roleOf(file: FileName, column: string | null): ColumnRole | null {
  if (column === null) return null;
  const named = Object.values(ROLES)
    .flat()
    .find(role => role === column);
  return ROLES_OF_COLUMNS[`${file} ${column}`] ?? ROLES_OF_COLUMNS[column] ?? named ?? 'personCode';
}
