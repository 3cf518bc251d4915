import { Badge, Box, Text, TextInput } from '@mantine/core';
import { api, read, type Schemas } from '../api/client';
import { useReport } from '../api/queries';
import { endOfDay, startOfDay } from '../dates';
import { useFilters } from '../search';
import { type Column, DataTable, Pages } from '../ui/data-table';
import { ChoiceFilter } from '../ui/filters';
import { Time } from '../ui/format';
import { Nothing, Page } from '../ui/page';
import { ReportView } from '../ui/report';

type AuditEvent = Schemas['AuditEvent'];

const PAGE_SIZE = 100;
const KINDS = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'secret-generated',
  'secret-revoked',
  'password-set',
  'grants-changed',
  'operator-changed',
  'developer-role-changed',
  'account-created',
  'account-updated',
  'account-disabled',
  'account-enabled',
  'report-run',
  'organization-read',
  'refused',
];

/** Who did what, and when. */
export function AuditPage() {
  const [{ kind, since, until, account, page = 1 }, setFilters] = useFilters();
  const query = {
    ...(kind && { kind: kind as Schemas['AuditEventKind'] }),
    ...(account && { account }),
    ...(since && { from: startOfDay(since) }),
    // The API's `to` is the first instant that is left out.
    ...(until && { to: endOfDay(until) }),
    page,
    pageSize: PAGE_SIZE,
  };
  const report = useReport(['audit', query], ({ signal }) =>
    read(api.GET('/security/audit-events', { signal, params: { query } })),
  );
  return (
    <Page title="Audit" about="Sign-ins, secrets, grants, refusals and readings; never a secret.">
      <Box className="filters">
        <ChoiceFilter
          label="Kind"
          name="kind"
          choices={[
            { value: 'all', label: 'All' },
            ...KINDS.map(value => ({ value, label: words(value) })),
          ]}
          fallback="all"
        />
        <TextInput
          type="date"
          label="From"
          value={since ?? ''}
          onChange={({ currentTarget }) => setFilters({ since: currentTarget.value })}
          w={160}
        />
        <TextInput
          type="date"
          label="To"
          value={until ?? ''}
          onChange={({ currentTarget }) => setFilters({ until: currentTarget.value })}
          w={160}
        />
        <TextInput
          label="Account"
          placeholder="Id of an account"
          value={account ?? ''}
          onChange={({ currentTarget }) => setFilters({ account: currentTarget.value.trim() })}
          w={{ base: '100%', sm: 320 }}
        />
      </Box>
      <ReportView report={report}>
        {data =>
          data.total === 0 ? (
            <Nothing title="No event fits these filters">
              Choose another kind, or a wider range of days.
            </Nothing>
          ) : (
            <>
              <DataTable
                label="Audit events"
                columns={COLUMNS}
                rows={data.items}
                rowId={({ id }) => id}
                isUnsorted
                rowLabel={({ kind: what }) => words(what)}
                expand={event => <Details event={event} />}
              />
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

function Details({ event }: { event: AuditEvent }) {
  const facts = [
    ['Account', event.accountId],
    ['Organization', event.companyId],
    ...Object.entries(event.detail),
  ].filter(([, value]) => value !== null && value !== undefined);
  return (
    <Text size="sm" px="sm" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      {facts
        .map(
          ([name, value]) =>
            `${String(name)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
        )
        .join(' · ')}
    </Text>
  );
}

/** `sign-in-failed` as people write it. */
function words(kind: string): string {
  const text = kind
    .replaceAll('-', ' ')
    .replace('sign in', 'sign-in')
    .replace('sign out', 'sign-out');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const COLUMNS: Column<AuditEvent>[] = [
  {
    id: 'at',
    header: 'When',
    value: ({ at }) => at,
    cell: ({ at }) => <Time at={at} />,
    width: 180,
  },
  {
    id: 'kind',
    header: 'Kind',
    value: ({ kind }) => kind,
    cell: ({ kind }) => (
      <Badge variant="default" size="sm" radius="sm" tt="none">
        {words(kind)}
      </Badge>
    ),
    width: 170,
  },
  { id: 'actor', header: 'Who', value: ({ actor }) => actor, width: 260 },
  { id: 'address', header: 'Address', value: ({ address }) => address, width: 140 },
  {
    id: 'detail',
    header: 'Details',
    value: ({ detail }) =>
      Object.entries(detail)
        .map(
          ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
        )
        .join(', '),
    width: 320,
  },
];
