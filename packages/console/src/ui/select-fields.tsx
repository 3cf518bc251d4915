import { t } from '@lingui/core/macro';
import { Select, type SelectProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { companiesQuery } from '../api/queries';
import { useFault } from './form';

/** An organization, found by its name; its value is the id or the handle. For operators. */
export function OrganizationField(
  props: SelectProps & {
    by: 'id' | 'handle';
    /** What its refusal is called, where that is not its name. */
    fault?: string;
  },
) {
  const { by, fault = props.name ?? '', ...given } = props;
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 250);
  const { data } = useQuery({ ...companiesQuery(q), placeholderData: keepPreviousData });
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
