import { t } from '@lingui/core/macro';
import { Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue, useUncontrolled } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Schemas } from '../api/client';
import { achievementsQuery, companiesQuery, useCompany } from '../api/queries';
import type { QueryOf } from '../api/report';
import { count, Dimmed } from '../text/format';
import { useFieldError } from './form';

/** Searches for the typed text when typing pauses, and returns the previous results until then. */
export function useSearchResults<Data>(searchFor: (q: string) => QueryOf<Data>) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const found = useQuery({ ...searchFor(q), placeholderData: keepPreviousData });
  const isCurrent = typed === q && !found.isPlaceholderData && !found.isPending;
  return {
    ...{ ...found, typed, setTyped, isCurrent },
    /** Returns the words for no results, or why there are none yet. */
    none: (words: string) =>
      found.isError ? t`The search failed.` : isCurrent ? words : t`Loading…`,
  };
}

/** A search for an achievement by name. With `sort`, counts are shown, and Enter selects the first result. */
export function AchievementField(
  props: SelectProps & {
    organization: string;
    none: string;
    sort?: 'lacking';
    chosenName?: string;
  },
) {
  const { organization, sort, chosenName, ...given } = props;
  const search = useSearchResults(q => achievementsQuery(organization, q, sort));
  const { data, typed, isCurrent } = search;
  // The field in which Enter was pressed before there were results; it is repeated then.
  const entered = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isCurrent) return;
    const press = new KeyboardEvent('keydown', { code: 'Enter', bubbles: true });
    entered.current?.dispatchEvent(press);
    entered.current = null;
  }, [isCurrent]);
  const found = new Map(data?.items.map(item => [item.achievementId, item]));
  return (
    <SearchSelect
      search={search}
      label={t`Achievement`}
      options={[...found].map(([id, { achievementName }]) => ({
        value: id,
        label: achievementName,
      }))}
      chosen={chosenName && given.value ? { value: given.value, label: chosenName } : undefined}
      renderOption={({ option }) => (
        <div>
          {option.label}
          {sort && <Holders of={found.get(option.value)} />}
        </div>
      )}
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
export function OrganizationField(props: SelectProps & { by: 'id' | 'handle' }) {
  const { by, ...given } = props;
  const search = useSearchResults(companiesQuery);
  const value = props.value ?? props.defaultValue ?? null;
  const chosen = useCompany(value, by === 'handle' && value !== null);
  const found = search.data?.items ?? [];
  return (
    <SearchSelect
      search={search}
      {...given}
      options={found.map(organization => ({ value: organization[by], label: organization.name }))}
      chosen={chosen && { value: chosen.handle, label: chosen.name }}
      renderOption={({ option: { value, label } }) => (
        <span>
          {label}{' '}
          <Text span size="xs" c="dimmed">
            {found.find(organization => organization[by] === value)?.handle}
          </Text>
        </span>
      )}
      clearable
      none={t`No organization with that name`}
    />
  );
}

type Option = Readonly<Record<'value' | 'label', string>>;

/** A select whose options are the results of a search, and the selected one, which may not be among them. */
function SearchSelect(
  props: SelectProps & {
    options: readonly Option[];
    chosen: Option | undefined;
    search: ReturnType<typeof useSearchResults>;
    /** Shown if the search finds nothing. */
    none: string;
  },
) {
  const { options, chosen, search, none, ...select } = props;
  // Otherwise the select would delete what is typed whenever there are results.
  const [value, onChange] = useUncontrolled({ ...props, finalValue: null });
  const { typed, setTyped } = search;
  const isMissing = typed === '' && options.every(({ value }) => value !== chosen?.value);
  const all = chosen && isMissing ? [chosen, ...options] : [...options];
  return (
    <Select
      data={all}
      // The name of the selected option is not a search.
      onSearchChange={text => setTyped(all.some(({ label }) => label === text) ? '' : text)}
      filter={() => all}
      nothingFoundMessage={search.none(none)}
      searchable
      error={useFieldError(props.name ?? '')}
      {...select}
      {...{ value, onChange }}
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
