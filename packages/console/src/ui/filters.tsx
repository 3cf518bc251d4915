import { t } from '@lingui/core/macro';
import { Box, Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';

/** The filters of a page. On a small screen they open on demand, so that the figures come first. */
export function Filters({ children, set }: { children: ReactNode; set: readonly unknown[] }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const used = set.filter(value => value !== undefined).length;
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
      <Box className="filters" data-open={isOpen}>
        {children}
      </Box>
    </Box>
  );
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** One of a few choices; the default is not set in the address. */
export function ChoiceFilter<Value extends string>(props: {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value | undefined;
  fallback: Value;
  onChange: (value: Value | undefined) => void;
  width?: number;
  /** What the label means. */
  about?: string;
}) {
  const { label, choices, value, fallback, onChange, width = 170, about } = props;
  return (
    <NativeSelect
      label={label}
      wrapperProps={{ title: about }}
      data={[...choices]}
      value={value ?? fallback}
      onChange={({ currentTarget: { selectedIndex } }) => {
        const chosen = choices[selectedIndex]!.value;
        onChange(chosen === fallback ? undefined : chosen);
      }}
      w={{ base: '100%', xs: width }}
    />
  );
}

/** "Search": what is typed is applied when typing pauses; Back undoes the whole of it. */
export function SearchFilter(props: {
  label?: string;
  placeholder: string;
  q: string | undefined;
  onChange: (change: { q: string | undefined }, options: { replace: boolean }) => void;
}) {
  const { label = t`Search`, placeholder, q: value = '', onChange } = props;
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  const isTyping = useRef(false);
  if (value !== applied) {
    setApplied(value);
    // What comes back from the address is what was typed, without the space before the next word.
    if (value !== text.trim()) setText(value);
  }
  const apply = useDebouncedCallback((typed: string) => {
    if (typed === value) return;
    onChange({ q: typed === '' ? undefined : typed }, { replace: isTyping.current });
    isTyping.current = true;
  }, 300);
  return (
    <TextInput
      label={label}
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

/** A day; what is being typed and is no day yet is not applied. */
export function DayFilter(props: {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const { label, value = '', onChange } = props;
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      w={{ base: '100%', xs: 160 }}
    />
  );
}
