import type { Schemas } from '../../api/client';
import { dayOf } from '../../text/dates';
import { Day } from '../../text/format';
import { PersonLink } from '../../ui/person-link';
import { StatusBadge } from '../../ui/status-badge';
import type { Column } from '../../ui/table/columns';

type Gap = Schemas['AchievementGaps']['items'][number];

/** With report access names lead to the pages of people, and departments are known, by member. */
export function columnsFor(departments: ReadonlyMap<string, string> | null): Column<Gap>[] {
  if (departments === null) return COLUMNS;
  const department: Column<Gap> = {
    id: 'departments',
    header: 'Departments',
    value: ({ memberId }) => departments.get(memberId) ?? '',
    width: 180,
  };
  return [...LINKED.slice(0, 1), department, ...LINKED.slice(1)];
}

const COLUMNS: Column<Gap>[] = [
  { id: 'name', header: 'Name', value: gap => gap.learnerName, width: 180 },
  {
    id: 'status',
    header: 'Status',
    value: gap => gap.status ?? 'Missing',
    cell: gap => <StatusBadge status={gap.status} />,
    width: 130,
  },
  {
    id: 'expires',
    header: 'Expires',
    value: gap => dayOf(gap.expiresAt),
    cell: gap => <Day at={gap.expiresAt} />,
    width: 120,
  },
  {
    id: 'issued',
    header: 'Issued',
    value: gap => dayOf(gap.issuedAt),
    cell: gap => <Day at={gap.issuedAt} />,
    width: 120,
  },
  { id: 'type', header: 'Person type', value: gap => gap.personType, width: 130 },
  { id: 'job', header: 'Job title', value: gap => gap.jobTitle, width: 180 },
  { id: 'email', header: 'E-mail', value: gap => gap.email, width: 240 },
  { id: 'code', header: 'Code', value: gap => gap.personCode, width: 100 },
  {
    id: 'required',
    header: 'Required',
    value: gap => gap.isRequired,
    cell: gap => (gap.isRequired ? 'Yes' : 'No'),
    width: 90,
  },
];

const LINKED = COLUMNS.map(column =>
  column.id === 'name'
    ? { ...column, cell: (gap: Gap) => <PersonLink id={gap.memberId} name={gap.learnerName} /> }
    : column,
);
