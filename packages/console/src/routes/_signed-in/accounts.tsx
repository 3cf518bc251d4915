import { t } from '@lingui/core/macro';
import { Group } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { apiQuery } from '../../api/client';
import { useReport } from '../../api/report';
import { AccountRow } from '../../features/accounts/account-row';
import { ACCOUNTS } from '../../features/accounts/grants';
import { Invite } from '../../features/accounts/invite';
import { NewAccount } from '../../features/accounts/new-account';
import { choice, number, searchOf, text, useSetFilters } from '../../search';
import { ChoiceFilter, Filters, SearchFilter } from '../../ui/filters';
import { EmptyState, Page } from '../../ui/page';
import { ListReport } from '../../ui/paged-report';
import { OrganizationField } from '../../ui/select-fields';

const PAGE_SIZE = 25;

const RIGHTS = [
  { value: 'any', label: t`Any` },
  { value: 'operator', label: t`Operator` },
  { value: 'api', label: t`API access` },
  { value: 'reports', label: t`Report access` },
  { value: 'developer', label: t`Developer role` },
  { value: 'records', label: t`Keeps records` },
] as const;

const STATES = [
  { value: 'any', label: t`Any` },
  { value: 'enabled', label: t`Enabled` },
  { value: 'disabled', label: t`Disabled` },
  { value: 'no-email', label: t`Without an e-mail` },
  { value: 'no-access', label: t`No access anywhere` },
] as const;

const search = searchOf({
  q: text(),
  company: text(),
  right: choice(['operator', 'api', 'reports', 'developer', 'records']),
  state: choice(['enabled', 'disabled', 'no-email', 'no-access']),
  page: number(),
});
type Filters = ReturnType<typeof search>;

export const Route = createFileRoute('/_signed-in/accounts')({
  validateSearch: search,
  component: AccountsPage,
});

function accountsQuery({ q, company, right, state, page = 1 }: Filters) {
  const query = { q, company, right, state, page, pageSize: PAGE_SIZE };
  return apiQuery(ACCOUNTS, null, '/security/accounts', { params: { query } });
}

function AccountsPage() {
  const filters = Route.useSearch();
  const setFilters = useSetFilters<Filters>();
  const report = useReport(accountsQuery(filters));
  return (
    <Page
      title={t`Accounts`}
      about={t`Changes take effect at the account's next request. Report access includes API access.`}
      actions={
        <Group gap="xs">
          {filters.company !== undefined && <Invite company={filters.company} />}
          <NewAccount company={filters.company} />
        </Group>
      }
    >
      <Filters>
        <OrganizationField
          by="handle"
          label={t`Member of`}
          placeholder={t`All`}
          clearable
          w={{ base: '100%', xs: 220 }}
          value={filters.company ?? null}
          onChange={company => setFilters({ company: company ?? undefined })}
        />
        <ChoiceFilter name="right" label={t`Right`} choices={RIGHTS} />
        <ChoiceFilter name="state" label={t`State`} choices={STATES} />
        <SearchFilter placeholder={t`Name, e-mail or code`} />
      </Filters>
      <ListReport
        report={report}
        label={t`Accounts`}
        titles={[t`Account`, t`API access`, t`Report access`, t`Secret`, t`What does not work`]}
        row={account => <AccountRow key={account.id} account={account} />}
        empty={
          <EmptyState title={t`No accounts match`}>
            {t`Search for part of a name, an e-mail or a code, or choose other filters.`}
          </EmptyState>
        }
      />
    </Page>
  );
}
