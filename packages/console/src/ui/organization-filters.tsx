import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { directoryQuery, measurementsQuery } from '../api/queries';
import { groupBy } from '../group';
import { WORDS } from '../words';
import { ManyFilter } from './many-filter';

interface IdsFilterProps {
  organization: string;
  value: readonly string[] | undefined;
  onChange: (value: string[] | undefined) => void;
  /** What stands there while none is chosen, where that is not all. */
  placeholder?: string;
}

/** "Departments" of the organization, by name. */
export function DepartmentsFilter({
  organization,
  most,
  ...props
}: IdsFilterProps & { most?: number }) {
  const { data, ...loading } = useDirectory(organization, props.value);
  const choices = useMemo(
    () => (data?.departments ?? []).map(({ id, name }) => ({ value: id, label: name })),
    [data],
  );
  return (
    <ManyFilter
      label={t`Departments`}
      choices={choices}
      {...(most !== undefined && { most })}
      {...loading}
      {...props}
    />
  );
}

/** "People" of the organization; two of one name are distinguished by their code or e-mail. */
export function PeopleFilter({ organization, ...props }: IdsFilterProps) {
  const { data, ...loading } = useDirectory(organization, props.value);
  const choices = useMemo(() => {
    const members = data?.members ?? [];
    const byName = groupBy(members, ({ name }) => name);
    return members.map(({ id, name, email, code }) => ({
      value: id,
      label: byName.get(name)!.length === 1 ? name : `${name} (${code ?? email ?? t`no code`})`,
    }));
  }, [data]);
  return <ManyFilter label={t`People`} choices={choices} limit={50} {...loading} {...props} />;
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

export function MeasurementsFilter(props: {
  organization: string;
  value: readonly number[] | undefined;
  onChange: (value: number[] | undefined) => void;
}) {
  const { organization, value, onChange } = props;
  return (
    <ManyFilter
      label={t`Measurements`}
      about={WORDS.measurement}
      choices={useMeasurements(organization)}
      value={value?.map(String)}
      onChange={chosen => onChange(chosen?.map(Number))}
    />
  );
}

/** The twelve measurements as choices. */
export function useMeasurements(organization: string): { value: string; label: string }[] {
  const { data } = useQuery(measurementsQuery(organization));
  return useMemo(
    () => (data ?? []).map(({ key, name }) => ({ value: String(key), label: name })),
    [data],
  );
}
