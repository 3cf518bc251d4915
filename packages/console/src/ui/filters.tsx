import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { directoryQuery, measurementsQuery } from '../api/queries';
import { type Search, useFilters } from '../search';

interface FilterProps {
  organization: string;
}

/** "Departments" of the organization, by name. */
export function DepartmentsFilter({ organization, max }: FilterProps & { max?: number }) {
  const [{ departments = [] }, setFilters] = useFilters();
  const directory = useQuery(directoryQuery(organization));
  const data = useMemo(
    () => (directory.data?.departments ?? []).map(({ id, name }) => ({ value: id, label: name })),
    [directory.data],
  );
  return (
    <MultiSelect
      label="Departments"
      placeholder={departments.length === 0 ? 'All' : undefined}
      data={data}
      // An id without its name is not shown to people.
      value={data.length === 0 ? [] : departments}
      onChange={value => setFilters({ departments: value })}
      searchable
      clearable
      maxValues={max}
      limit={200}
      nothingFoundMessage="No department of that name"
      maxDropdownHeight={320}
      w={{ base: '100%', sm: 280 }}
    />
  );
}

/** "People" of the organization, by name. */
export function PeopleFilter({ organization }: FilterProps) {
  const [{ members = [] }, setFilters] = useFilters();
  const directory = useQuery(directoryQuery(organization));
  const data = useMemo(
    () => (directory.data?.members ?? []).map(({ id, name }) => ({ value: id, label: name })),
    [directory.data],
  );
  return (
    <MultiSelect
      label="People"
      placeholder={members.length === 0 ? 'All' : undefined}
      data={data}
      value={data.length === 0 ? [] : members}
      onChange={value => setFilters({ members: value })}
      searchable
      clearable
      limit={50}
      nothingFoundMessage="Nobody of that name"
      w={{ base: '100%', sm: 240 }}
    />
  );
}

export function MeasurementsFilter({ organization }: FilterProps) {
  const [{ measurements = [] }, setFilters] = useFilters();
  const options = useMeasurements(organization);
  return (
    <MultiSelect
      label="Measurements"
      placeholder={measurements.length === 0 ? 'All' : undefined}
      data={options}
      value={measurements.map(String)}
      onChange={value => setFilters({ measurements: value.map(Number) })}
      clearable
      searchable
      w={{ base: '100%', sm: 280 }}
    />
  );
}

export function useMeasurements(organization: string): { value: string; label: string }[] {
  const { data = [] } = useQuery(measurementsQuery(organization));
  return useMemo(() => data.map(({ key, name }) => ({ value: String(key), label: name })), [data]);
}

const FUNCTIONS = ['Department', 'Organization', 'Administration', 'Employee'];
const COUNTED = ['Department', 'Organization', 'Administration'];

/** "Functions" that are counted; all but Employee unless others are chosen. */
export function FunctionsFilter() {
  const [{ functions = COUNTED }, setFilters] = useFilters();
  return (
    <MultiSelect
      label="Functions"
      data={FUNCTIONS}
      value={functions}
      onChange={chosen => {
        const value = FUNCTIONS.filter(name => chosen.includes(name));
        setFilters({ functions: value.join() === COUNTED.join() ? undefined : value });
      }}
      w={{ base: '100%', sm: 400 }}
    />
  );
}

/** One of a few choices, kept in the address unless it is the default. */
export function ChoiceFilter<Name extends keyof Search>(props: {
  label: string;
  name: Name;
  choices: readonly { value: string; label: string }[];
  fallback: string;
  toValue?: (value: string) => Search[Name];
}) {
  const { label, name, choices, fallback, toValue } = props;
  const [filters, setFilters] = useFilters();
  const value = filters[name];
  return (
    <Select
      label={label}
      data={[...choices]}
      value={value === undefined ? fallback : String(value)}
      onChange={chosen =>
        chosen !== null &&
        setFilters({
          [name]: chosen === fallback ? undefined : (toValue?.(chosen) ?? chosen),
        })
      }
      allowDeselect={false}
      w={{ base: '100%', xs: 170 }}
    />
  );
}

/** "Search": what is typed reaches the address, and the API, when typing pauses. */
export function SearchFilter({ label = 'Search', placeholder = '' }) {
  const [{ q = '' }, setFilters] = useFilters();
  const [text, setText] = useState(q);
  const applied = useRef(q);
  const apply = useDebouncedCallback((value: string) => {
    applied.current = value.trim();
    setFilters({ q: applied.current });
  }, 300);
  useEffect(() => {
    // What comes from here is what was typed, without the space before the next word.
    if (q === applied.current) return;
    applied.current = q;
    setText(q);
  }, [q]);
  return (
    <TextInput
      label={label}
      type="search"
      placeholder={placeholder}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        apply(value);
      }}
      w={{ base: '100%', xs: 200 }}
    />
  );
}
