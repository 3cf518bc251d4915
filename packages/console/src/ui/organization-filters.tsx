import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { directoryQuery, measurementsQuery } from '../api/queries';
import { groupBy } from '../group';
import { WORDS } from '../words';
import { useFilter } from './filters';
import { ManyFilter } from './many-filter';

interface FilterProps {
  /** What stands there while none is chosen, where that is not all. */
  placeholder?: string;
  most?: number;
}

/** "Departments" of an organization, by name. */
export function DepartmentsField(
  props: FilterProps & {
    organization: string;
    value: readonly string[] | undefined;
    onChange: (value: string[] | undefined) => void;
  },
) {
  const { organization, ...field } = props;
  const { data, ...loading } = useDirectory(organization, field.value);
  const choices = useMemo(
    () => (data?.departments ?? []).map(({ id, name }) => ({ value: id, label: name })),
    [data],
  );
  return <ManyFilter label={t`Departments`} {...{ choices, ...loading, ...field }} />;
}

/** The same as a filter of the page. */
export function DepartmentsFilter(props: FilterProps) {
  const [value, onChange] = useFilter<string[]>('departments');
  return <DepartmentsField {...{ organization: useOrganization(), value, onChange, ...props }} />;
}

/** "People" of the organization; two of one name are distinguished by their code or e-mail. */
export function PeopleFilter(props: FilterProps) {
  const [value, onChange] = useFilter<string[]>('members');
  const { data, ...loading } = useDirectory(useOrganization(), value);
  const choices = useMemo(() => {
    const members = data?.members ?? [];
    const byName = groupBy(members, ({ name }) => name);
    return members.map(({ id, name, email, code }) => ({
      value: id,
      label: byName.get(name)!.length === 1 ? name : `${name} (${code ?? email ?? t`no code`})`,
    }));
  }, [data]);
  const field = { choices, value, onChange, ...loading, ...props };
  return <ManyFilter label={t`People`} limit={50} {...field} />;
}

/** The directory is large: it is read when a filter is opened, or to name what is chosen. */
function useDirectory(organization: string, chosen: readonly string[] | undefined) {
  const [wasOpened, setWasOpened] = useState(false);
  const { data, isFetching } = useQuery({
    ...directoryQuery(organization),
    enabled: wasOpened || chosen !== undefined,
  });
  return { data, isLoading: isFetching, onOpen: () => setWasOpened(true) };
}

/** The twelve measurements. */
export function MeasurementsFilter({ name = 'measurements' }: { name?: string }) {
  const [value, set] = useFilter<number[]>(name);
  const { data } = useQuery(measurementsQuery(useOrganization()));
  return (
    <ManyFilter
      label={t`Measurements`}
      about={WORDS.measurement}
      choices={(data ?? []).map(({ key, name: label }) => ({ value: String(key), label }))}
      value={value?.map(String)}
      onChange={chosen => set(chosen?.map(Number))}
    />
  );
}

function useOrganization(): string {
  return useRouteContext({ from: '/_signed-in/_organization' }).organization;
}
