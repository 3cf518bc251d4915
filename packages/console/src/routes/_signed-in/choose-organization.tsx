import { plural, t } from '@lingui/core/macro';
import { Box, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { localTarget } from '../../api/client';
import { companiesQuery } from '../../api/queries';
import { having, searchOf, text } from '../../search';
import { EmptyState, Failure, Page } from '../../ui/page';
import { useSearchResults } from '../../ui/select-fields';

const search = searchOf({ from: text() });

export const Route = createFileRoute('/_signed-in/choose-organization')({
  validateSearch: search,
  component: ChooseOrganizationPage,
});

interface Organization {
  readonly handle: string;
  readonly name: string;
  readonly members?: number;
}

/** Lists the organizations that the account can access; operators search all organizations. */
function ChooseOrganizationPage() {
  const { session } = Route.useRouteContext();
  const { isOperator } = session.roles;
  return (
    <Page
      title={t`Choose an organization`}
      about={t`Each page is about one organization. This browser remembers your choice.`}
    >
      {isOperator ? (
        <EveryOrganization />
      ) : (
        <Organizations
          organizations={session.organizations}
          empty={
            <EmptyState title={t`You belong to no organization yet`}>
              {t`Ask an operator to add you to one, then reload this page.`}
            </EmptyState>
          }
        />
      )}
    </Page>
  );
}

function EveryOrganization() {
  const found = useSearchResults(q => companiesQuery(q.trim()));
  return (
    <>
      <TextInput
        type="search"
        label={t`Search`}
        placeholder={t`Name or handle`}
        value={found.typed}
        onChange={({ currentTarget }) => found.setTyped(currentTarget.value)}
        maw={420}
      />
      {found.isError && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (
        <Organizations
          organizations={found.data.items}
          empty={
            found.isCurrent &&
            (found.typed.trim() === '' ? (
              <EmptyState title={t`No organization yet`}>
                {t`An organization is created by importing its records. Start with the template under “Imports”.`}
              </EmptyState>
            ) : (
              <EmptyState
                title={t`No organization with that name`}
              >{t`Search for another name.`}</EmptyState>
            ))
          }
        />
      )}
    </>
  );
}

function Organizations(props: { organizations: readonly Organization[]; empty: ReactNode }) {
  const { organizations, empty } = props;
  const { from } = Route.useSearch();
  const { history } = useRouter();
  if (organizations.length === 0) return empty;
  return (
    <Stack
      component="ul"
      className="surface"
      gap={0}
      m={0}
      p={6}
      maw={560}
      aria-label={t`Organizations`}
    >
      {organizations.map(({ handle, name, members }) => (
        <Box component="li" display="flex" key={handle}>
          <UnstyledButton
            className="menu-item"
            onClick={() => history.push(having(localTarget(from), 'organization', handle))}
          >
            <Group justify="space-between">
              <b>{name}</b>
              <Text span size="sm" c="dimmed">
                {members === undefined
                  ? handle
                  : `${handle} · ${plural(members, { one: '# member', other: '# members' })}`}
              </Text>
            </Group>
          </UnstyledButton>
        </Box>
      ))}
    </Stack>
  );
}
