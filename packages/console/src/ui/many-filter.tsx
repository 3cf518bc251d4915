import { t } from '@lingui/core/macro';
import { MultiSelect } from '@mantine/core';
import type { Choice } from './filters';

/** Several of many, all where none is chosen. */
export function ManyFilter<Value extends string>(props: {
  label: string;
  choices: readonly Choice<Value>[];
  value: readonly Value[] | undefined;
  onChange: (value: Value[] | undefined) => void;
  most?: number;
  placeholder?: string;
  width?: number;
  limit?: number;
  isLoading?: boolean;
  /** Called when the choices are to be shown. */
  onOpen?: () => void;
  /** What the label means. */
  about?: string;
}) {
  const { label, choices, value = [], onChange, most, width = 280, limit = 200 } = props;
  const known = new Set(choices.map(choice => choice.value));
  const gone = value.filter(chosen => !known.has(chosen));
  return (
    <MultiSelect
      label={label}
      wrapperProps={{ title: props.about }}
      placeholder={value.length === 0 ? (props.placeholder ?? t`All`) : undefined}
      data={[...choices, ...gone.map(chosen => ({ value: chosen, label: t`No longer there` }))]}
      // Until the names are there no value is shown: people know none by its id.
      value={choices.length === 0 ? [] : [...value]}
      onChange={chosen => onChange(chosen.length === 0 ? undefined : chosen)}
      searchable
      clearable
      maxValues={most}
      limit={limit}
      nothingFoundMessage={props.isLoading === true ? t`Loading…` : t`Nothing of that name`}
      onDropdownOpen={props.onOpen}
      maxDropdownHeight={320}
      w={{ base: '100%', sm: width }}
    />
  );
}
