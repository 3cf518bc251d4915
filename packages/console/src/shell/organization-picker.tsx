import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { companiesQuery, type Session } from '../api/queries';

/** A field where there are several organizations to choose from, else the name of the one. */
export function OrganizationPicker(props: { session: Session; organization: string | null }) {
  const { session, organization } = props;
  const { isOperator } = session.roles;
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, 200);
  const found = useQuery({
    ...companiesQuery(q),
    enabled: isOperator,
    placeholderData: keepPreviousData,
  });
  const options = isOperator ? (found.data?.items ?? session.organizations) : session.organizations;
  if (!isOperator && options.length < 2) {
    return (
      <Text size="sm" truncate>
        {options[0]?.name ?? 'No organization'}
      </Text>
    );
  }
  return (
    <Select
      aria-label="Organization"
      placeholder="Organization"
      w={{ base: '100%', sm: 260 }}
      maw={260}
      searchable
      nothingFoundMessage="No organization of that name"
      data={withChosen(options, organization, session)}
      value={organization}
      // Ids of one organization mean nothing in another: its filters are left behind.
      onChange={handle =>
        handle !== null && void navigate({ to: '.', search: { organization: handle } })
      }
      onSearchChange={setText}
      filter={isOperator ? ({ options: all }) => all : undefined}
      allowDeselect={false}
    />
  );
}

function withChosen(
  organizations: readonly { handle: string; name: string }[],
  chosen: string | null,
  session: Session,
) {
  const data = organizations.map(({ handle, name }) => ({ value: handle, label: name }));
  if (chosen === null || data.some(({ value }) => value === chosen)) return data;
  const name = session.organizations.find(({ handle }) => handle === chosen)?.name ?? chosen;
  return [{ value: chosen, label: name }, ...data];
}
