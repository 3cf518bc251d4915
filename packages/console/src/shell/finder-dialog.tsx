import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { Schemas } from '../api/client';
import { directoryQuery } from '../api/queries';
import { matcher } from '../text/fold';
import { DepartmentIcon, PersonIcon, SearchIcon } from '../ui/icons';

const [store, finder] = createSpotlight();

/** As many as are read at a glance. */
const MOST = 8;

/** Finds people and departments by name, people by e-mail, too. */
export default function FinderDialog(props: {
  organization: string;
  /** Opens the dialog whenever it is another. */
  request: number;
}) {
  const { organization, request } = props;
  useEffect(() => finder.open(), [request]);
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const { data, isError } = useQuery(directoryQuery(organization));
  const { people, departments } = useMemo(() => find(data, text), [data, text]);
  return (
    <Spotlight.Root
      query={text}
      onQueryChange={setText}
      store={store}
      shortcut={null}
      attributes={{ content: { 'aria-label': 'Search people and departments' } }}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        placeholder="Name or code of a person, or a department"
        aria-label="Search people and departments"
        leftSection={<SearchIcon />}
      />
      <Spotlight.ActionsList>
        {people.length > 0 && (
          <Spotlight.ActionsGroup label="People">
            {people.map(({ id, name, email, code }) => (
              <Spotlight.Action
                key={id}
                label={name}
                description={[code, email].filter(Boolean).join(' · ')}
                leftSection={<PersonIcon />}
                onClick={() => void navigate({ to: '/people/$memberId', params: { memberId: id } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {departments.length > 0 && (
          <Spotlight.ActionsGroup label="Departments">
            {departments.map(({ id, name }) => (
              <Spotlight.Action
                key={id}
                label={name}
                leftSection={<DepartmentIcon />}
                onClick={() => void navigate({ to: '/compliance', search: { departments: [id] } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {people.length + departments.length === 0 && (
          <Spotlight.Empty>{emptyWords(text, data !== undefined, isError)}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function find(data: Schemas['DirectoryContacts'] | undefined, text: string) {
  if (data === undefined || text.trim() === '') return { people: [], departments: [] };
  const isFound = matcher(text);
  return {
    people: data.members
      .filter(({ name, email, code }) => isFound(`${name} ${email ?? ''} ${code ?? ''}`))
      .slice(0, MOST),
    departments: data.departments.filter(({ name }) => isFound(name)).slice(0, MOST),
  };
}

function emptyWords(text: string, isLoaded: boolean, isError: boolean): string {
  if (isError) return 'The directory could not be read.';
  if (text.trim() === '') return 'Type a part of a name.';
  return isLoaded ? 'Nobody and nothing of that name.' : 'Loading the directory…';
}
