import { t } from '@lingui/core/macro';
import type { Schemas } from '../../api/client';
import { dayOf } from '../../text/dates';
import { Day } from '../../text/format';
import { PersonLink } from '../../ui/person-link';
import { StatusBadge, statusName } from '../../ui/status-badge';
import type { Column } from '../../ui/table/columns';

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
  {
    id: 'status',
    header: t`Status`,
    value: gap => statusName(gap.status),
    cell: gap => <StatusBadge status={gap.status} />,
    width: 130,
  },
  {
    id: 'expires',
    header: t`Expires`,
    value: gap => dayOf(gap.expiresAt),
    cell: gap => <Day at={gap.expiresAt} />,
    width: 120,
  },
  {
    id: 'issued',
    header: t`Issued`,
    value: gap => dayOf(gap.issuedAt),
    cell: gap => <Day at={gap.issuedAt} />,
    width: 120,
  },
  { id: 'type', header: t`Person type`, value: gap => gap.personType, width: 130 },
  { id: 'job', header: t`Job title`, value: gap => gap.jobTitle, width: 180 },
  { id: 'email', header: t`E-mail`, value: gap => gap.email, width: 240 },
  { id: 'code', header: t`Code`, value: gap => gap.personCode, width: 100 },
  {
    id: 'required',
    header: t`Required`,
    value: gap => gap.isRequired,
    cell: gap => (gap.isRequired ? t`Yes` : t`No`),
    width: 90,
  },
];

const LINKED = COLUMNS.map(column =>
  column.id === 'name'
    ? { ...column, cell: (gap: Gap) => <PersonLink id={gap.memberId} name={gap.learnerName} /> }
    : column,
);
