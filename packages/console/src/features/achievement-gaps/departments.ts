import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { directoryQuery } from '../../api/queries';

/** The names of the departments of each member, by member; null for whoever may not read the directory. */
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
