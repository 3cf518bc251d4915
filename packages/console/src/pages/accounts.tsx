import { Badge, Box, Button, Group, Switch, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schemas } from '../api/client';
import { useReport } from '../api/queries';
import { useFilters } from '../search';
import { Pages } from '../ui/data-table';
import { SearchFilter } from '../ui/filters';
import { Nothing, Page } from '../ui/page';
import { showRefusal } from '../ui/refusal';
import { ReportView } from '../ui/report';

type AccountPage = Schemas['AccountPage'];
type Account = Schemas['Account'];
type Grants = Schemas['Grants'];

const PAGE_SIZE = 25;
const NOT_CHANGED = { title: 'Not changed', message: 'The service could not be asked.' };

/** Who may call the API and read reports. */
export function AccountsPage() {
  const [{ q, page = 1 }, setFilters] = useFilters();
  const key = ['accounts', q, page];
  const report = useReport(key, ({ signal }) =>
    read(
      api.GET('/security/accounts', {
        signal,
        params: { query: { ...(q && { q }), page, pageSize: PAGE_SIZE } },
      }),
    ),
  );
  return (
    <Page
      title="Accounts"
      about="What is granted here counts from an account's next call. Report access includes API access."
    >
      <Box className="filters">
        <SearchFilter placeholder="Name or e-mail" />
      </Box>
      <ReportView report={report}>
        {data =>
          data.total === 0 ? (
            <Nothing title="No account fits the search">
              Search for a part of a name or e-mail.
            </Nothing>
          ) : (
            <>
              <Box className="surface">
                <Table.ScrollContainer minWidth={760} type="native">
                  <Table aria-label="Accounts" highlightOnHover>
                    <Table.Thead>
                      <Table.Tr>
                        {['Account', 'Organizations', 'API access', 'Report access', 'Secret'].map(
                          title => (
                            <Table.Th key={title}>{title}</Table.Th>
                          ),
                        )}
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {data.items.map(account => (
                        <AccountRow key={account.id} account={account} listKey={key} />
                      ))}
                    </Table.Tbody>
                  </Table>
                </Table.ScrollContainer>
              </Box>
              <Box mt="sm">
                <Pages {...data} onPage={next => setFilters({ page: next })} />
              </Box>
            </>
          )
        }
      </ReportView>
    </Page>
  );
}

function AccountRow({ account, listKey }: { account: Account; listKey: readonly unknown[] }) {
  const queryClient = useQueryClient();
  const update = (change: Partial<Account>) =>
    queryClient.setQueryData<AccountPage>(listKey, page => {
      if (!page) return page;
      const items = page.items.map(item =>
        item.id === account.id ? { ...item, ...change } : item,
      );
      return { ...page, items };
    });
  // Shown at once; what the API refuses springs back with its reason.
  const grant = useMutation({
    mutationFn: (change: Partial<Grants>) =>
      read(
        api.PUT('/security/accounts/{accountId}/grants', {
          params: { path: { accountId: account.id } },
          body: change,
        }),
      ),
    onMutate: change => {
      const { apiAccess, reportAccess } = account;
      update(implied(account, change));
      return { apiAccess, reportAccess };
    },
    onSuccess: grants => update(grants),
    // `account` is by now the one with the change.
    onError: (error, _change, before) => {
      update(before ?? {});
      showRefusal(error, NOT_CHANGED);
    },
  });
  const revoke = useMutation({
    mutationFn: () =>
      read(
        api.DELETE('/security/accounts/{accountId}/client-secret', {
          params: { path: { accountId: account.id } },
        }),
      ),
    onSuccess: () => {
      update({ secretPrefix: null });
      notifications.show({ message: `The secret of ${account.name} is revoked.` });
    },
    onError: error => showRefusal(error, NOT_CHANGED),
  });
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={6}>
          <Text size="sm" fw={500}>
            {account.name}
          </Text>
          {account.isOperator && <Mark>Operator</Mark>}
          {!account.isEnabled && <Mark>Disabled</Mark>}
        </Group>
        <Text size="xs" c="dimmed">
          {account.email}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm" maw={260} truncate>
          {account.organizations.map(({ handle }) => handle).join(', ') || '–'}
        </Text>
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={`API access of ${account.name}`}
          checked={account.apiAccess}
          disabled={grant.isPending}
          onChange={({ currentTarget }) => grant.mutate({ apiAccess: currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td>
        <Switch
          aria-label={`Report access of ${account.name}`}
          checked={account.reportAccess}
          disabled={grant.isPending}
          onChange={({ currentTarget }) => grant.mutate({ reportAccess: currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td>
        {account.secretPrefix === null ? (
          <Text size="sm" c="dimmed">
            None
          </Text>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            loading={revoke.isPending}
            aria-label={`Revoke secret of ${account.name}`}
            onClick={() => revoke.mutate()}
          >
            Revoke secret
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Mark({ children }: { children: string }) {
  return (
    <Badge variant="default" size="xs" radius="sm" tt="none">
      {children}
    </Badge>
  );
}

/** Report access needs API access: turning one on or off can turn the other. */
function implied(before: Grants, change: Partial<Grants>): Grants {
  const { apiAccess, reportAccess } = { ...before, ...change };
  if (change.reportAccess === true) return { apiAccess: true, reportAccess: true };
  return { apiAccess, reportAccess: apiAccess && reportAccess };
}
