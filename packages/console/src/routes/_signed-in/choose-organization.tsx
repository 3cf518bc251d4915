import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { localTarget } from '../../api/addresses';
import { companiesQuery } from '../../api/queries';
import { searchOf, text } from '../../search';
import { Failure, Nothing, Page } from '../../ui/page';

const search = searchOf(z.object({ from: text() }));

export const Route = createFileRoute('/_signed-in/choose-organization')({
  validateSearch: search,
  component: ChooseOrganizationPage,
});

interface Organization {
  readonly handle: string;
  readonly name: string;
  readonly members?: number;
}

/** The organizations that the account can read; operators search all of them. */
function ChooseOrganizationPage() {
  const { session } = Route.useRouteContext();
  const { isOperator } = session.roles;
  return (
    <Page
      title="Choose an organization"
      about="Each page is about one organization. This browser remembers your choice."
    >
      {isOperator ? <EveryOrganization /> : <Organizations organizations={session.organizations} />}
    </Page>
  );
}

function EveryOrganization() {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 200);
  const found = useQuery({ ...companiesQuery(q), placeholderData: keepPreviousData });
  return (
    <>
      <TextInput
        type="search"
        label="Search"
        placeholder="Name or handle"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        maw={420}
      />
      {found.isError && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && <Organizations organizations={found.data.items} />}
    </>
  );
}

function Organizations({ organizations }: { organizations: readonly Organization[] }) {
  const { from } = Route.useSearch();
  const { history } = useRouter();
  if (organizations.length === 0) {
    return (
      <Nothing title="No organization">
        Search for another name. Without any, ask an operator for access to one.
      </Nothing>
    );
  }
  return (
    <ul className="surface choices" aria-label="Organizations">
      {organizations.map(({ handle, name, members }) => (
        <li key={handle}>
          <button type="button" onClick={() => history.push(addressFor(from, handle))}>
            <b>{name}</b>
            <span>{members === undefined ? handle : `${handle} · ${members} members`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The page that was asked for, about this organization. */
function addressFor(from: string | undefined, handle: string): string {
  const url = new URL(localTarget(from), window.location.origin);
  url.searchParams.set('organization', handle);
  return url.pathname + url.search;
}
