import { t } from '@lingui/core/macro';
import { Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Schemas } from '../api/client';
import { achievementsQuery, companiesQuery } from '../api/queries';
import type { QueryOf } from '../api/report';
import { count, Dimmed } from '../text/format';
import { useFieldError } from './form';

/** Searches for the typed text when typing pauses, and returns the previous results until then. */
export function useSearchResults<Data>(searchFor: (q: string) => QueryOf<Data>) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const found = useQuery({ ...searchFor(q), placeholderData: keepPreviousData });
  return { ...found, typed, setTyped, isCurrent: typed === q && !found.isPlaceholderData };
}

/** A search for an achievement by name. With `sort`, counts are shown, and Enter selects the first result. */
export function AchievementField(
  props: SelectProps & {
    organization: string;
    sort?: 'lacking';
    chosenName?: string;
  },
) {
  const { organization, sort, chosenName, value, ...given } = props;
  const { data, typed, setTyped, isCurrent } = useSearchResults(q =>
    achievementsQuery(organization, q, sort),
  );
  // The field in which Enter was pressed before there were results; it is repeated then.
  const entered = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isCurrent) return;
    const press = new KeyboardEvent('keydown', { code: 'Enter', bubbles: true });
    entered.current?.dispatchEvent(press);
    entered.current = null;
  }, [isCurrent]);
  const found = new Map(data?.items.map(item => [item.achievementId, item]));
  const options = [...found].map(([id, { achievementName }]) => ({
    value: id,
    label: achievementName,
  }));
  // The selected achievement may not be among the results.
  if (chosenName !== undefined && value && typed === '' && !found.has(value)) {
    options.unshift({ value, label: chosenName });
  }
  return (
    <Select
      label={t`Achievement`}
      data={options}
      value={value ?? null}
      // The name of the selected achievement is not a search.
      onSearchChange={text => setTyped(options.some(({ label }) => label === text) ? '' : text)}
      filter={({ options: all }) => all}
      renderOption={({ option }) => (
        <div>
          {option.label}
          {sort && <Holders of={found.get(option.value)} />}
        </div>
      )}
      searchable
      onKeyDown={({ code, currentTarget }) => {
        entered.current = code === 'Enter' && !isCurrent ? currentTarget : null;
      }}
      // Enter selects the first option once the options match the typed text.
      selectFirstOptionOnChange={sort !== undefined && typed !== '' && isCurrent}
      {...given}
    />
  );
}

function Holders({ of }: { of: Schemas['HeldAchievement'] | undefined }) {
  if (of === undefined) return null;
  const { lacking = 0, holders } = of;
  return (
    <Dimmed size="xs">
      {lacking > 0
        ? t`${{ lacking: count(lacking) }} need it and lack it · ${{ holders: count(holders) }} hold it in total`
        : t`${{ holders: count(holders) }} hold it in total`}
    </Dimmed>
  );
}

/** A search for an organization by name; the value is its ID or handle. For operators. */
export function OrganizationField(
  props: SelectProps & {
    by: 'id' | 'handle';
    /** The property in the API's errors; defaults to the name. */
    errorField?: string;
  },
) {
  const { by, errorField = props.name ?? '', ...given } = props;
  const { data, setTyped } = useSearchResults(companiesQuery);
  const found = data?.items ?? [];
  return (
    <Select
      error={useFieldError(errorField)}
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
      nothingFoundMessage={t`No organization with that name`}
    />
  );
}

export function TimeZoneField(props: SelectProps) {
  const zones = [ownTimeZone(), ...Intl.supportedValuesOf('timeZone'), 'UTC'];
  return (
    <Select
      label={t`Time zone`}
      // The value may be a time zone that the browser does not know.
      data={[...new Set(props.value ? [props.value, ...zones] : zones)]}
      limit={50}
      searchable
      comboboxProps={{ keepMounted: false }}
      nothingFoundMessage={t`No time zone with that name`}
      {...props}
    />
  );
}

export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
