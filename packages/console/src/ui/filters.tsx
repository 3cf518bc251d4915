import { t } from '@lingui/core/macro';
import { Box, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { choice, useSetFilters } from '../search';
import { WORDS } from '../words';

/** Parameters of an address that are not filters. */
const OTHERS = ['organization', 'view', 'page', 'columnsPage', 'sort', 'columnsSort', 'direction'];

type Search = Readonly<Record<string, unknown>>;

/** Returns a filter by its name in the address, and a function that sets it. */
export function useFilter<Value>(name: string) {
  const search: Search = useSearch({ strict: false });
  const setFilters = useSetFilters<Search>();
  const set = (value: Value | undefined, options?: { replace?: boolean }) =>
    setFilters({ [name]: value }, options);
  return [search[name] as Value | undefined, set] as const;
}

/** The filters of a page. On small screens they are collapsed, so that the figures come first. */
export function Filters({ children }: { children: ReactNode }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const search: Search = useSearch({ strict: false });
  const used = Object.keys(search).filter(
    name => search[name] !== undefined && !OTHERS.includes(name),
  ).length;
  return (
    <Box className="no-print">
      <Button
        hiddenFrom="sm"
        size="xs"
        variant="default"
        aria-expanded={isOpen}
        onClick={toggle}
        mb={isOpen ? 'xs' : 0}
      >
        {used === 0 ? t`Filters` : t`Filters (${used})`}
      </Button>
      <Group className="filters" data-open={isOpen} gap="sm" align="flex-start">
        {children}
      </Group>
    </Box>
  );
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export function allOr<Value extends string>(
  values: readonly Value[],
  nameOf: (value: Value) => string,
): Choice<Value | 'all'>[] {
  const choices = values.map(value => ({ value, label: nameOf(value) }));
  return [{ value: 'all', label: t`All` }, ...choices];
}

/** A filter with a few choices. The default, by default the first, is omitted from the address. */
export function ChoiceFilter(props: {
  name: string;
  label: string;
  choices: readonly Choice<string>[];
  fallback?: string;
  width?: number;
  about?: string;
}) {
  const { name, label, choices, fallback = choices[0]!.value, width = 170, about } = props;
  const [value, set] = useFilter<string>(name);
  return (
    <NativeSelect
      label={label}
      wrapperProps={{ title: about }}
      data={[...choices]}
      value={value ?? fallback}
      onChange={({ currentTarget: { selectedIndex } }) => {
        const chosen = choices[selectedIndex]!.value;
        set(chosen === fallback ? undefined : chosen);
      }}
      w={{ base: '100%', xs: width }}
    />
  );
}

/** A search field, which is applied when typing pauses. The browser's Back button undoes the whole search. */
export function SearchFilter({ placeholder }: { placeholder: string }) {
  const [value = '', set] = useFilter<string>('q');
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  const isTyping = useRef(false);
  if (value !== applied) {
    setApplied(value);
    // Ignores the applied text itself, which lacks a trailing space that was typed.
    if (value !== text.trim()) setText(value);
  }
  const apply = useDebouncedCallback((typed: string) => {
    if (typed === value) return;
    set(typed === '' ? undefined : typed, { replace: isTyping.current });
    isTyping.current = true;
  }, 300);
  return (
    <TextInput
      label={t`Search`}
      type="search"
      placeholder={placeholder}
      value={text}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed);
        apply(typed.trim());
      }}
      onBlur={() => {
        isTyping.current = false;
      }}
      w={{ base: '100%', xs: 210 }}
    />
  );
}

/** A date filter; incomplete dates are not applied. */
export function DayFilter(props: { name: string; label: string; fallback?: string }) {
  const { name, label, fallback = '' } = props;
  const [value = fallback, set] = useFilter<string>(name);
  // While a year is typed, the field has years such as 0002 and 0020.
  const [partial, setPartial] = useState<string | null>(null);
  const change = (day: string) => {
    const isPartial = day.startsWith('0');
    setPartial(isPartial ? day : null);
    if (!isPartial) set(day || undefined);
  };
  return (
    <TextInput
      type="date"
      label={label}
      value={partial ?? value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      w={{ base: '100%', xs: 160 }}
    />
  );
}

/** The profile conditions for which snapshots are taken. */
export const SNAPSHOT_PROFILES = [
  { value: 'compliance', label: t`Compliance` },
  { value: 'primary', label: t`Primary` },
] as const;

/** Which profiles count: those that require compliance, the primary one, or all. */
const PROFILES = [...SNAPSHOT_PROFILES, { value: 'all', label: t`All` }] as const;

export const profilesParameter = choice(['compliance', 'primary', 'all']);

export function ProfilesFilter(props: { choices?: typeof SNAPSHOT_PROFILES | typeof PROFILES }) {
  const { choices = PROFILES } = props;
  return (
    <ChoiceFilter name="profiles" label={t`Profiles`} choices={choices} about={WORDS.profiles} />
  );
}
