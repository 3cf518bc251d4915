import { t } from '@lingui/core/macro';
import { Box, Select, Text } from '@mantine/core';
import { createFileRoute, Link } from '@tanstack/react-router';
import { apiQuery, type Schemas } from '../../api/client';
import { useReport } from '../../api/report';
import { facts, inWords, KINDS, kindName } from '../../features/audit/words';
import { choice, day, id, number, searchOf } from '../../search';
import { endOfDay, startOfDay } from '../../text/dates';
import { timeName } from '../../text/format';
import { Facts } from '../../ui/figure';
import { allOr, ChoiceFilter, DayFilter, Filters, useFilter } from '../../ui/filters';
import { EmptyState, Page } from '../../ui/page';
import { PagedReport } from '../../ui/paged-report';
import { useSearchResults } from '../../ui/select-fields';
import { Tag } from '../../ui/status-badge';
import { SwitchFilter } from '../../ui/switch-filter';
import { type Column, textColumn, timeColumn } from '../../ui/table/columns';

type AuditEvent = Schemas['AuditEvent'];

const PAGE_SIZE = 100;

const search = searchOf({
  kind: choice(KINDS),
  since: day(),
  until: day(),
  account: id(),
  reading: choice(['shown']),
  page: number(),
});
type Filters = ReturnType<typeof search>;

export const Route = createFileRoute('/_signed-in/audit')({
  validateSearch: search,
  component: AuditPage,
});

function eventsQuery(filters: Filters, pageSize = PAGE_SIZE) {
  const { kind, since, until, account, reading, page = 1 } = filters;
  const query = {
    ...{ kind, account, page, pageSize },
    hideOwnReads: reading === undefined || undefined,
    from: since && startOfDay(since),
    // The API's `to` is exclusive.
    to: until && endOfDay(until),
  };
  return apiQuery('audit', null, '/security/audit-events', { params: { query } });
}

function AuditPage() {
  const filters = Route.useSearch();
  const report = useReport(eventsQuery(filters));
  return (
    <Page
      title={t`Audit`}
      about={t`Sign-ins, secrets, rights, refusals and reading. Secret values are never recorded. Dates are in your time zone.`}
    >
      <AuditFilters />
      <PagedReport
        report={report}
        label={t`Audit events`}
        columns={COLUMNS}
        rowId={({ id }) => id}
        pageOf={(page, pageSize) => eventsQuery({ ...filters, page }, pageSize)}
        expansion={{
          label: ({ kind, at }) => t`Details of ${kindName(kind)}, ${timeName(at)}`,
          content: event => <Details event={event} />,
        }}
        empty={
          <EmptyState title={t`No events match these filters`}>
            {t`Choose another kind, or a wider range of days.`}
          </EmptyState>
        }
      />
    </Page>
  );
}

function AuditFilters() {
  return (
    <Filters>
      <ChoiceFilter name="kind" label={t`Kind`} choices={allOr(KINDS, kindName)} />
      <DayFilter name="since" label={t`From`} />
      <DayFilter name="until" label={t({ message: 'To', context: 'date' })} />
      <AccountFilter />
      <SwitchFilter
        name="reading"
        label={t`Hide reading`}
        title={t`Hides the reports that you ran, and your views of the audit and of other organizations.`}
        off="shown"
      />
    </Filters>
  );
}

function Details({ event }: { event: AuditEvent }) {
  const { summary, accountId } = event;
  return (
    <Box py="xs">
      <Text size="sm">{inWords(summary)}.</Text>
      <Facts facts={facts(event)} />
      {accountId !== null && (
        <Link className="person" to="/audit" search={{ account: accountId }} title={accountId}>
          {t`All events of this account`}
        </Link>
      )}
    </Box>
  );
}

const COLUMNS: Column<AuditEvent>[] = [
  timeColumn('at', t`When`, ({ at }) => at, 205),
  textColumn('summary', t`What happened`, ({ summary }) => inWords(summary), 420),
  textColumn('kind', t`Kind`, ({ kind }) => kindName(kind), 190, {
    cell: ({ kind }) => <Tag>{kindName(kind)}</Tag>,
  }),
  textColumn('actor', t`Who`, ({ actor }) => actor, 220),
  textColumn('address', t`Address`, ({ address }) => address, 130),
  textColumn(
    'detail',
    t`Details`,
    event =>
      facts(event)
        .map(([label, value]) => `${label}: ${value}`)
        .join(' · '),
    320,
  ),
];

function AccountFilter() {
  const [value, set] = useFilter<string>('account');
  const { data, setTyped, none } = useSearchResults(q =>
    apiQuery('accounts-found', null, '/security/accounts', {
      params: { query: { q: q || undefined, pageSize: 20 } },
    }),
  );
  const options = (data?.items ?? []).map(({ id, name, email, organizations }) => ({
    value: id,
    label: `${name} · ${email ?? organizations.find(({ code }) => code !== null)?.code ?? t`no e-mail`}`,
  }));
  const isListed = value === undefined || options.some(option => option.value === value);
  return (
    <Select
      label={t`Account`}
      placeholder={t`All`}
      data={isListed ? options : [{ value, label: t`Account ${value.slice(0, 8)}…` }, ...options]}
      value={value ?? null}
      onChange={chosen => set(chosen ?? undefined)}
      onSearchChange={typed => setTyped(typed.split(' · ')[0]!.trim())}
      filter={({ options: all }) => all}
      searchable
      clearable
      nothingFoundMessage={none(t`No account with that name, e-mail or code`)}
      w={{ base: '100%', sm: 320 }}
    />
  );
}
