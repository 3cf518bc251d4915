import { t } from '@lingui/core/macro';
import type { Schemas } from '../../api/client';
import { PersonLink } from '../../ui/person-link';
import type { Column } from '../../ui/table/columns';
import { dayColumn, requiredColumn, statusColumn } from '../../ui/table/record-columns';

type Gap = Schemas['AchievementGaps']['items'][number];

/** With report access names lead to the pages of people, and departments are known, by member. */
export function columnsFor(departments: ReadonlyMap<string, string> | null): Column<Gap>[] {
  if (departments === null) return COLUMNS;
  const department: Column<Gap> = {
    id: 'departments',
    header: t`Departments`,
    value: ({ memberId }) => departments.get(memberId) ?? '',
    width: 180,
  };
  return [...LINKED.slice(0, 1), department, ...LINKED.slice(1)];
}

const COLUMNS: Column<Gap>[] = [
  { id: 'name', header: t`Name`, value: gap => gap.learnerName, width: 180 },
  statusColumn(130),
  dayColumn('expires', t`Expires`, gap => gap.expiresAt),
  dayColumn('issued', t`Issued`, gap => gap.issuedAt),
  { id: 'type', header: t`Person type`, value: gap => gap.personType, width: 130 },
  { id: 'job', header: t`Job title`, value: gap => gap.jobTitle, width: 180 },
  { id: 'email', header: t`E-mail`, value: gap => gap.email, width: 240 },
  { id: 'code', header: t`Code`, value: gap => gap.personCode, width: 100 },
  requiredColumn(),
];

const LINKED = COLUMNS.map(column =>
  column.id === 'name'
    ? { ...column, cell: (gap: Gap) => <PersonLink id={gap.memberId} name={gap.learnerName} /> }
    : column,
);
