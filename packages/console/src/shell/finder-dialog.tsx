import { t } from '@lingui/core/macro';
import { Building2, CircleAlert, type LucideIcon, Search, User } from 'lucide-react';
import '@mantine/spotlight/styles.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { Schemas } from '../api/client';
import { directoryQuery, subjectsQuery } from '../api/queries';
import { matcher } from '../text/fold';
import { Icon } from '../ui/icons';

const MAX_FOUND = 8;

/** A search for people (also by code and e-mail), departments, achievements and competencies. */
export default function FinderDialog(props: {
  organization: string;
  /** Opens the dialog whenever it changes. */
  request: number;
}) {
  const { organization, request } = props;
  useEffect(() => spotlight.open(), [request]);
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const { data, isError, refetch } = useQuery(directoryQuery(organization));
  const { people, departments } = useMemo(() => find(data, text), [data, text]);
  const [q] = useDebouncedValue(text.trim(), 250);
  const found = useQuery({
    ...subjectsQuery(organization, { kinds: ['achievement', 'competency'], q }, MAX_FOUND),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const isLoaded = data !== undefined && q === text.trim() && !found.isFetching;
  const requirements = q === '' ? [] : (found.data ?? []);
  return (
    <Spotlight.Root
      query={text}
      onQueryChange={setText}
      onSpotlightOpen={() => isError && void refetch()}
      shortcut={null}
      attributes={{ content: { 'aria-label': t`Search people and departments` } }}
      removeScrollProps={{ removeScrollBar: false }}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        placeholder={t`Name or code of a person, a department or a requirement`}
        aria-label={t`Search people and departments`}
        leftSection={<Icon of={Search} />}
      />
      <Spotlight.ActionsList>
        <Found
          label={t`People`}
          icon={User}
          items={people.map(({ id, name, email, code }) => ({
            ...{ id, name, about: [code, email].filter(Boolean).join(' · ') },
            open: () => navigate({ to: '/people/$memberId', params: { memberId: id } }),
          }))}
        />
        <Found
          label={t`Departments`}
          icon={Building2}
          items={departments.map(({ id, name }) => ({
            ...{ id, name },
            open: () => navigate({ to: '/compliance', search: { departments: [id] } }),
          }))}
        />
        <Found
          label={t`Requirements`}
          icon={CircleAlert}
          items={requirements.map(({ kind, id, number, name }) => ({
            ...{ id, name, about: number ?? '' },
            open: () =>
              kind === 'achievement'
                ? navigate({ to: '/achievement-gaps', search: { achievement: id } })
                : navigate({ to: '/matrix', search: { competencies: [id] } }),
          }))}
        />
        {people.length + departments.length + requirements.length === 0 && (
          <Spotlight.Empty>{emptyWords(text, isLoaded, isError || found.isError)}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function Found(props: {
  label: string;
  icon: LucideIcon;
  items: readonly { id: string; name: string; about?: string; open: () => Promise<void> }[];
}) {
  const { label, icon, items } = props;
  if (items.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label}>
      {items.map(({ id, name, about, open }) => (
        <Spotlight.Action
          key={id}
          label={name}
          description={about}
          leftSection={<Icon of={icon} />}
          onClick={() => void open()}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

function find(data: Schemas['DirectoryContacts'] | undefined, text: string) {
  if (data === undefined || text.trim() === '') return { people: [], departments: [] };
  const matches = matcher(text);
  return {
    people: data.members
      .filter(({ name, email, code }) => matches(`${name} ${email ?? ''} ${code ?? ''}`))
      .slice(0, MAX_FOUND),
    departments: data.departments.filter(({ name }) => matches(name)).slice(0, MAX_FOUND),
  };
}

function emptyWords(text: string, isLoaded: boolean, isError: boolean): string {
  if (isError) return t`The search failed.`;
  if (text.trim() === '') return t`Type part of a name.`;
  return isLoaded ? t`Nothing with that name.` : t`Loading…`;
}
