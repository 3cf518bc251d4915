import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Schemas } from '../../api/client';
import { directoryQuery } from '../../api/queries';
import type { Column } from '../../ui/table/columns';
import { dayColumn, PersonLink, requiredColumn, statusColumn } from '../../ui/table/record-columns';

type Gap = Schemas['AchievementGaps']['items'][number];

/** Returns the columns. With report access, names are links to people, and departments by member are shown. */
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

/** Returns the names of departments by member; null without access to the directory. */
export function useDepartmentsOfMembers(
  organization: string,
  { reportAccess }: { reportAccess: boolean },
): ReadonlyMap<string, string> | null {
  const { data } = useQuery({ ...directoryQuery(organization), enabled: reportAccess });
  return useMemo(() => {
    if (!reportAccess) return null;
    const names = new Map(data?.departments.map(({ id, name }) => [id, name]));
    const found = new Map<string, string>();
    for (const { memberId, departmentId } of data?.affiliations ?? []) {
      const name = names.get(departmentId);
      const before = found.get(memberId);
      if (name !== undefined) found.set(memberId, before ? `${before}; ${name}` : name);
    }
    return found;
  }, [data, reportAccess]);
}
