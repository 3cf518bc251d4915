import { Box, Group } from '@mantine/core';
import { queryOptions } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { api, read, type Schemas } from '../../api/client';
import { useReport } from '../../api/report';
import { AccountRow } from '../../features/accounts/account-row';
import { ACCOUNT_LIST_KEY } from '../../features/accounts/grants';
import { Invite } from '../../features/accounts/invite';
import { NewAccount } from '../../features/accounts/new-account';
import { choice, number, searchOf, text, useSetFilters } from '../../search';
import { ChoiceFilter, Filters, SearchFilter } from '../../ui/filters';
import { OrganizationField } from '../../ui/organization-field';
import { Nothing, Page } from '../../ui/page';
import { ReportView } from '../../ui/report-view';
import { Pages } from '../../ui/table/pages';
import { HeadedTable } from '../../ui/table/headed-table';

const PAGE_SIZE = 25;

const RIGHTS = [
  { value: 'any', label: 'Any' },
  { value: 'operator', label: 'Operator' },
  { value: 'api', label: 'API access' },
  { value: 'reports', label: 'Report access' },
  { value: 'developer', label: 'Developer role' },
  { value: 'records', label: 'Keeps records' },
] as const;

const STATES = [
  { value: 'any', label: 'Any' },
  { value: 'enabled', label: 'Enabled' },
  { value: 'disabled', label: 'Disabled' },
  { value: 'no-email', label: 'Without an e-mail' },
  { value: 'no-access', label: 'No access anywhere' },
] as const;

const search = searchOf(
  z.object({
    q: text(),
    company: text(),
    right: choice(['operator', 'api', 'reports', 'developer', 'records']),
    state: choice(['enabled', 'disabled', 'no-email', 'no-access']),
    page: number(),
  }),
);
type Filters = ReturnType<typeof search>;

export const Route = createFileRoute('/_signed-in/accounts')({
  validateSearch: search,
  component: AccountsPage,
});

function accountsQuery({ q, company, right, state, page = 1 }: Filters) {
  return queryOptions({
    queryKey: [...ACCOUNT_LIST_KEY, q, company, right, state, page],
    queryFn: ({ signal }) =>
      read(
        api.GET('/security/accounts', {
          signal,
          params: {
            query: {
              ...(q && { q }),
              ...(company && { company }),
              ...(right && { right }),
              ...(state && { state }),
              page,
              pageSize: PAGE_SIZE,
            },
          },
        }),
      ),
  });
}

/** Who may call the API and read reports, and why somebody may not. */
function AccountsPage() {
  const filters = Route.useSearch();
  const setFilters = useSetFilters<Filters>();
  const report = useReport(accountsQuery(filters));
  return (
    <Page
      title="Accounts"
      about="Changes take effect at the account's next request. Report access includes API access."
      actions={
        <Group gap="xs">
          {filters.company !== undefined && <Invite company={filters.company} />}
          <NewAccount company={filters.company} />
        </Group>
      }
    >
      <Filters set={[filters.q, filters.company, filters.right, filters.state]}>
        <OrganizationField
          by="handle"
          label="Member of"
          placeholder="All"
          clearable
          w={{ base: '100%', xs: 220 }}
          value={filters.company ?? null}
          onChange={company => setFilters({ company: company ?? undefined })}
        />
        <ChoiceFilter
          label="Right"
          choices={RIGHTS}
          value={filters.right}
          fallback="any"
          onChange={right => setFilters({ right: right === 'any' ? undefined : right })}
        />
        <ChoiceFilter
          label="State"
          choices={STATES}
          value={filters.state}
          fallback="any"
          onChange={state => setFilters({ state: state === 'any' ? undefined : state })}
        />
        <SearchFilter placeholder="Name, e-mail or code" q={filters.q} onChange={setFilters} />
      </Filters>
      <ReportView report={report}>
        {data =>
          data.total === 0 ? (
            <Nothing title="No account fits">
              Search for a part of a name, an e-mail or a code, or choose other filters.
            </Nothing>
          ) : (
            <>
              <AccountTable accounts={data.items} />
              <Pages {...data} onPage={(page, options) => setFilters({ page }, options)} />
            </>
          )
        }
      </ReportView>
    </Page>
  );
}

function AccountTable({ accounts }: { accounts: readonly Schemas['Account'][] }) {
  return (
    <Box className="surface">
      <HeadedTable
        label="Accounts"
        titles={['Account', 'API access', 'Report access', 'Secret', 'Calls are refused for']}
        minWidth={860}
      >
        {accounts.map(account => (
          <AccountRow key={account.id} account={account} />
        ))}
      </HeadedTable>
    </Box>
  );
}
