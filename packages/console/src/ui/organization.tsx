import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, read } from '../api/client';
import { type Session, sessionQuery } from '../api/queries';
import { useFilters } from '../search';
import { Nothing } from './page';

/** The handle of the organization that the pages are about; null until one of several was chosen. */
export function useOrganization(): string | null {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const [{ organization }] = useFilters();
  return organization ?? onlyOrganization(session);
}

/** What needs an organization, or the request to choose one. */
export function WithOrganization({ children }: { children: (handle: string) => ReactNode }) {
  const organization = useOrganization();
  if (organization !== null) return children(organization);
  return (
    <Nothing title="Choose an organization">
      Pick one in the field “Organization” at the top of the page.
    </Nothing>
  );
}

/** A field where there are several organizations to choose from, else the name of the one. */
export function OrganizationPicker({ session }: { session: Session }) {
  const [, setFilters] = useFilters();
  const organization = useOrganization();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text, 200);
  const { isOperator } = session.roles;
  const found = useQuery({
    queryKey: ['companies', q],
    queryFn: ({ signal }) =>
      read(
        api.GET('/security/companies', {
          signal,
          params: { query: { ...(q !== '' && { q }), pageSize: 50 } },
        }),
      ),
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
      w={{ base: '100%', sm: 300 }}
      maw={300}
      searchable
      nothingFoundMessage="No organization of that name"
      data={withChosen(options, organization, session)}
      value={organization}
      onChange={handle =>
        handle !== null &&
        // Ids of one organization mean nothing in another.
        setFilters({
          organization: handle,
          departments: undefined,
          members: undefined,
          achievement: undefined,
        })
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
  const isThere = chosen === null || data.some(({ value }) => value === chosen);
  return isThere
    ? data
    : [
        {
          value: chosen,
          label: session.organizations.find(({ handle }) => handle === chosen)?.name ?? chosen,
        },
        ...data,
      ];
}

function onlyOrganization({ organizations }: Session): string | null {
  return organizations.length === 1 ? organizations[0]!.handle : null;
}
