import { t } from '@lingui/core/macro';
import { Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../api/client';
import { achievementsQuery, companiesQuery } from '../api/queries';
import type { QueryOf } from '../api/report';
import { count } from '../text/format';
import { useFault } from './form';

/** What a search finds for what is typed, once typing pauses; until then what it found before. */
export function useFound<Data>(searchFor: (q: string) => QueryOf<Data>) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const found = useQuery({ ...searchFor(q), placeholderData: keepPreviousData });
  return { ...found, typed, setTyped, isCurrent: typed === q && !found.isPlaceholderData };
}

/** An achievement, found by its name. With `sort` each has its figures, and Enter chooses the first. */
export function AchievementField(
  props: SelectProps & {
    organization: string;
    sort?: 'lacking';
    /** The name of the value, which no search may have found. */
    chosenName?: string;
  },
) {
  const { organization, sort, chosenName, value, ...given } = props;
  const { data, typed, setTyped, isCurrent } = useFound(q =>
    achievementsQuery(organization, q, sort),
  );
  const found = new Map(data?.items.map(item => [item.achievementId, item]));
  const options = [...found].map(([id, { achievementName }]) => ({
    value: id,
    label: achievementName,
  }));
  // What is chosen is no answer to a search.
  if (chosenName !== undefined && value && typed === '' && !found.has(value)) {
    options.unshift({ value, label: chosenName });
  }
  return (
    <Select
      label={t`Achievement`}
      data={options}
      value={value ?? null}
      // The field shows the name of what is chosen, which is not a search.
      onSearchChange={text => setTyped(options.some(({ label }) => label === text) ? '' : text)}
      filter={({ options: all }) => all}
      renderOption={({ option }) => (
        <div>
          {option.label}
          {sort && <Holders of={found.get(option.value)} />}
        </div>
      )}
      searchable
      // For Enter, once the options are those of what was typed.
      selectFirstOptionOnChange={sort !== undefined && typed !== '' && isCurrent}
      {...given}
    />
  );
}

function Holders({ of }: { of: Schemas['HeldAchievement'] | undefined }) {
  if (of === undefined) return null;
  const { lacking = 0, holders } = of;
  return (
    <Text size="xs" c="dimmed">
      {lacking > 0
        ? t`${{ lacking: count(lacking) }} need it and lack it · ${{ holders: count(holders) }} hold it in all`
        : t`${{ holders: count(holders) }} hold it in all`}
    </Text>
  );
}

/** An organization, found by its name; its value is the id or the handle. For operators. */
export function OrganizationField(
  props: SelectProps & {
    by: 'id' | 'handle';
    /** What its refusal is called, where that is not its name. */
    fault?: string;
  },
) {
  const { by, fault = props.name ?? '', ...given } = props;
  const { data, setTyped } = useFound(companiesQuery);
  const found = data?.items ?? [];
  return (
    <Select
      error={useFault(fault)}
      {...given}
      data={found.map(organization => ({ value: organization[by], label: organization.name }))}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      renderOption={({ option: { value, label } }) => (
        <span>
          {label}{' '}
          <Text span size="xs" c="dimmed">
            {found.find(organization => organization[by] === value)?.handle}
          </Text>
        </span>
      )}
      searchable
      clearable
      nothingFoundMessage={t`No organization of that name`}
    />
  );
}

type Given =
  | 'description'
  | 'placeholder'
  | 'value'
  | 'onChange'
  | 'error'
  | 'clearable'
  | 'allowDeselect'
  | 'w';

/** "Time zone", found by its name. */
export function TimeZoneField(props: Pick<SelectProps, Given>) {
  const zones = [ownTimeZone(), ...Intl.supportedValuesOf('timeZone'), 'UTC'];
  return (
    <Select
      label={t`Time zone`}
      // One that the service knows and this browser does not can be chosen already.
      data={[...new Set(props.value ? [props.value, ...zones] : zones)]}
      limit={50}
      searchable
      comboboxProps={{ keepMounted: false }}
      nothingFoundMessage={t`No time zone of that name`}
      {...props}
    />
  );
}

export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
