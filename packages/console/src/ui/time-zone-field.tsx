import { t } from '@lingui/core/macro';
import { Select, type SelectProps } from '@mantine/core';

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
