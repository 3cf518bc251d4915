import { t } from '@lingui/core/macro';
import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { directoryQuery, measurementsQuery, useOrganization } from '../api/queries';
import type { QueryOf } from '../api/report';
import { WORDS } from '../words';
import { type Choice, useFilter } from './filters';

interface FilterProps {
  /** The placeholder while none is selected; defaults to "All". */
  placeholder?: string;
  max?: number;
}

export function DepartmentsField(
  props: FilterProps & {
    organization: string;
    value: readonly string[] | undefined;
    onChange: (value: string[] | undefined) => void;
  },
) {
  const { organization, ...field } = props;
  const { data, ...loading } = useChoices(directoryQuery(organization), field.value !== undefined);
  const choices = useMemo(
    () => (data?.departments ?? []).map(({ id, name }) => ({ value: id, label: name })),
    [data],
  );
  // The directory has only departments with people.
  const unknown = t`Without people, or removed`;
  return <ManyFilter label={t`Departments`} {...{ choices, unknown, ...loading, ...field }} />;
}

export function DepartmentsFilter(props: FilterProps) {
  const [value, onChange] = useFilter<string[]>('departments');
  return <DepartmentsField {...{ organization: useOrganization(), value, onChange, ...props }} />;
}

/** A choice of people. Those with the same name are distinguished by their code or e-mail. */
export function PeopleFilter(props: FilterProps) {
  const [value, onChange] = useFilter<string[]>('members');
  const { data, ...loading } = useChoices(directoryQuery(useOrganization()), value !== undefined);
  const choices = useMemo(() => {
    const members = data?.members ?? [];
    const byName = Map.groupBy(members, ({ name }) => name);
    return members.map(({ id, name, email, code }) => ({
      value: id,
      label: byName.get(name)!.length === 1 ? name : `${name} (${code ?? email ?? t`no code`})`,
    }));
  }, [data]);
  const field = { choices, value, onChange, ...loading, ...props };
  return <ManyFilter label={t`People`} {...field} />;
}

/** Loads the choices of a filter, which can be many, only when it is opened or has a value. */
export function useChoices<Data>(choices: QueryOf<Data>, hasValue: boolean) {
  const [wasOpened, setWasOpened] = useState(false);
  const { data, isError, refetch } = useQuery({ ...choices, enabled: wasOpened || hasValue });
  const onOpen = () => {
    setWasOpened(true);
    if (isError) void refetch();
  };
  return { data, isError, isLoading: data === undefined, onOpen };
}

export function MeasurementsFilter({ name = 'measurements' }: { name?: string }) {
  const [value, set] = useFilter<number[]>(name);
  const { data, ...loading } = useChoices(measurementsQuery(useOrganization()), true);
  return (
    <ManyFilter
      label={t`Measurements`}
      about={WORDS.measurement}
      {...loading}
      choices={(data ?? []).map(({ key, name: label }) => ({ value: String(key), label }))}
      value={value?.map(String)}
      onChange={chosen => set(chosen?.map(Number))}
    />
  );
}

/** A filter with many choices; none selected means all. */
export function ManyFilter<Value extends string>(props: {
  label: string;
  choices: readonly Choice<Value>[];
  value: readonly Value[] | undefined;
  onChange: (value: Value[] | undefined) => void;
  max?: number;
  placeholder?: string;
  width?: number;
  isLoading?: boolean;
  isError?: boolean;
  onOpen?: () => void;
  about?: string;
  /** Replaces the name of a value that is not among the choices. */
  unknown?: string;
}) {
  const { label, choices, value = [], onChange, max, width = 280 } = props;
  const { unknown = t`No longer exists` } = props;
  const known = new Map(choices.map(choice => [choice.value, choice.label]));
  // Values are hidden until their names are loaded.
  const shown = props.isLoading ? [] : [...value];
  const missing = shown.filter(chosen => !known.has(chosen));
  return (
    <MultiSelect
      label={label}
      // Shows names that are cut.
      wrapperProps={{ title: props.about ?? shown.map(chosen => known.get(chosen)).join('\n') }}
      placeholder={value.length === 0 ? (props.placeholder ?? t`All`) : undefined}
      data={[...choices, ...missing.map(chosen => ({ value: chosen, label: unknown }))]}
      value={shown}
      onChange={chosen => onChange(chosen.length === 0 ? undefined : chosen)}
      searchable
      clearable
      maxValues={max}
      limit={200}
      nothingFoundMessage={
        props.isError
          ? t`The choices could not be read.`
          : props.isLoading
            ? t`Loading…`
            : t`Nothing with that name`
      }
      onDropdownOpen={props.onOpen}
      maxDropdownHeight={320}
      w={{ base: '100%', sm: width }}
    />
  );
}
