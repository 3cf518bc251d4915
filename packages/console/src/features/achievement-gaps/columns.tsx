import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Schemas } from '../../api/client';
import { directoryQuery } from '../../api/queries';
import type { Column } from '../../ui/table/columns';
import {
  dayColumn,
  personColumn,
  requiredColumn,
  statusColumn,
  textColumn,
} from '../../ui/table/record-columns';

type Gap = Schemas['AchievementGaps']['items'][number];

/** Returns the columns. With report access, names are links to people, and departments by member are shown. */
export function columnsFor(departments: ReadonlyMap<string, string> | null): Column<Gap>[] {
  if (departments === null)
    return [textColumn('name', NAME, gap => gap.learnerName, 180), ...COLUMNS];
  return [
    personColumn('name', NAME, gap => ({ id: gap.memberId, name: gap.learnerName }), 180),
    textColumn('departments', t`Departments`, gap => departments.get(gap.memberId) ?? '', 180),
    ...COLUMNS,
  ];
}

const NAME = t`Name`;

const COLUMNS: Column<Gap>[] = [
  statusColumn(130),
  dayColumn('expires', t`Expires`, gap => gap.expiresAt),
  dayColumn('issued', t`Issued`, gap => gap.issuedAt),
  textColumn('type', t`Person type`, gap => gap.personType, 130),
  textColumn('job', t`Job title`, gap => gap.jobTitle, 180),
  textColumn('email', t`E-mail`, gap => gap.email, 240),
  textColumn('code', t`Code`, gap => gap.personCode, 100),
  requiredColumn(),
];

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
