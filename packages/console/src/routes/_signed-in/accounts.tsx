import { Box, Table } from '@mantine/core';
import { queryOptions } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { api, read, type Schemas } from '../../api/client';
import { useReport } from '../../api/report';
import { AccountRow } from '../../features/accounts/account-row';
import { ACCOUNT_LIST_KEY } from '../../features/accounts/grants';
import { NewAccount } from '../../features/accounts/new-account';
import { number, searchOf, text, useSetFilters } from '../../search';
import { Filters, SearchFilter } from '../../ui/filters';
import { Nothing, Page } from '../../ui/page';
import { ReportView } from '../../ui/report-view';
import { Pages } from '../../ui/table/pages';

const PAGE_SIZE = 25;

const search = searchOf(z.object({ q: text(), page: number() }));
type Filters = ReturnType<typeof search>;

export const Route = createFileRoute('/_signed-in/accounts')({
  validateSearch: search,
  component: AccountsPage,
});

function accountsQuery({ q, page = 1 }: Filters) {
  return queryOptions({
    queryKey: [...ACCOUNT_LIST_KEY, q, page],
    queryFn: ({ signal }) =>
      read(
        api.GET('/security/accounts', {
          signal,
          params: { query: { ...(q && { q }), page, pageSize: PAGE_SIZE } },
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
      actions={<NewAccount />}
    >
      <Filters set={[filters.q]}>
        <SearchFilter placeholder="Name or e-mail" q={filters.q} onChange={setFilters} />
      </Filters>
      <ReportView report={report}>
        {data =>
          data.total === 0 ? (
            <Nothing title="No account fits the search">
              Search for a part of a name or e-mail.
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
      <Table.ScrollContainer minWidth={860} type="native">
        <Table aria-label="Accounts" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              {['Account', 'API access', 'Report access', 'Secret', 'Calls are refused for'].map(
                title => (
                  <Table.Th key={title}>{title}</Table.Th>
                ),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {accounts.map(account => (
              <AccountRow key={account.id} account={account} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Box>
  );
}
