import { t } from '@lingui/core/macro';
import { Box, Button, Group, Skeleton, Text } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Schemas } from '../../../api/client';
import { fileOf, reportQuery, startReport, useReport } from '../../../api/report';
import {
  daysOfMonth,
  PERIODS,
  type Range,
  toRange,
  toScheduled,
  toWindow,
} from '../../../features/expiring/period';
import { choice, day, ids, number, searchOf, text, useSetFilters } from '../../../search';
import { count, Dimmed, daysName } from '../../../text/format';
import { Figure } from '../../../ui/figure';
import { ChoiceFilter, DayFilter, Filters, SearchFilter } from '../../../ui/filters';
import { DepartmentsFilter } from '../../../ui/organization-filters';
import { OrganizationPage } from '../../../ui/organization-page';
import { EmptyState } from '../../../ui/page';
import { PagedReport } from '../../../ui/paged-report';
import { SwitchFilter } from '../../../ui/switch-filter';
import {
  type Column,
  dayColumn,
  personColumn,
  requiredColumn,
  statusColumn,
  textColumn,
} from '../../../ui/table/columns';

const ExpiryChart = lazy(() => import('../../../features/expiring/expiry-chart'));

const PAGE_SIZE = 100;
const KIND_NAMES = { all: t`Both`, achievement: t`Achievements`, competency: t`Competencies` };
const KINDS = Object.entries(KIND_NAMES).map(([value, label]) => ({ value, label }));

/** A window between two instants would be the same for each run. */
const NOT_SCHEDULED = t`To schedule this report, choose a number of days, a month or a quarter: with any other period, each e-mail would cover the same days.`;

const search = searchOf({
  period: choice(PERIODS.map(({ value }) => value)),
  /** Only for the period `dates`. */
  since: day(),
  until: day(),
  departments: ids(),
  kinds: choice(['achievement', 'competency']),
  required: choice(['all']),
  q: text(),
  page: number(),
});
type Filters = ReturnType<typeof search>;

export const Route = createFileRoute('/_signed-in/_organization/expiring')({
  validateSearch: search,
  beforeLoad: ({ context, search }) =>
    startReport(context, expirationsReport(context.organization, search)),
  component: ExpiringPage,
});

function toQuery({ period = '90', since, until, ...filters }: Filters) {
  return { ...toWindow(period, { since, until }), ...toParameters(filters) };
}

function toParameters({ departments, kinds, required, q }: Filters) {
  return { requiredOnly: required !== 'all', departments, kinds: kinds && [kinds], q };
}

function expirationsReport(organization: string, filters: Filters, pageSize = PAGE_SIZE) {
  const query = { ...toQuery(filters), page: filters.page ?? 1, pageSize };
  return reportQuery(organization, 'get', '/reporting/expirations', { params: { query } });
}

function ExpiringPage() {
  const { organization } = Route.useRouteContext();
  const filters = Route.useSearch();
  const report = useReport(expirationsReport(organization, filters));
  const range = toRange(toQuery(filters));
  const scheduled = toScheduled(filters.period ?? '90');
  return (
    <OrganizationPage
      title={t`Expiring`}
      about={t`Achievements and competencies that expire soon or have expired.`}
      download={fileOf(organization, 'get', '/reporting/expirations', {
        params: { query: toQuery(filters) },
      })}
      schedule={
        scheduled
          ? { report: 'expirations', parameters: { ...toParameters(filters), ...scheduled } }
          : { reason: NOT_SCHEDULED }
      }
    >
      <ExpiringFilters />
      <Dimmed>{t`${daysName(range.first, range.last)} (inclusive)`}</Dimmed>
      <PagedReport
        report={report}
        label={t`Expirations by date`}
        columns={COLUMNS}
        rowId={row => `${row.kind} ${row.memberId} ${row.itemId}`}
        pageOf={(page, pageSize) => expirationsReport(organization, { ...filters, page }, pageSize)}
        summary={({ summary, total }) => total > 0 && <Summary summary={summary} range={range} />}
        empty={<NothingExpires range={range} filters={filters} />}
      />
    </OrganizationPage>
  );
}

function Summary(props: { summary: Schemas['ExpirationPage']['summary']; range: Range }) {
  const { range } = props;
  const { members, achievements, competencies, byMonth } = props.summary;
  const setFilters = useSetFilters<Filters>();
  const show = (month: string) => {
    const { first: since, last: until } = daysOfMonth(range, month);
    setFilters({ period: 'dates', since, until });
  };
  // A window starts at the last instant of the previous day, which can be in another month.
  const months = byMonth.filter(({ month }) => month >= range.first.slice(0, 7));
  return (
    <Box className="surface" p="md" mb="md">
      <Group gap="xl" mb="sm">
        <Figure label={t`People`} value={count(members)} />
        <Figure label={t`Achievements`} value={count(achievements)} />
        <Figure label={t`Competencies`} value={count(competencies)} />
      </Group>
      {/* A single bar would add nothing to the figures. */}
      {months.length > 1 && (
        <Suspense fallback={<Skeleton h={244} />}>
          <ExpiryChart months={months} onMonth={show} />
        </Suspense>
      )}
    </Box>
  );
}

function ExpiringFilters() {
  const { period } = Route.useSearch();
  return (
    <Filters>
      <ChoiceFilter name="period" label={t`Period`} choices={PERIODS} fallback="90" width={190} />
      {period === 'dates' && (
        <>
          <DayFilter name="since" label={t`From`} />
          <DayFilter name="until" label={t({ message: 'To', context: 'date' })} />
        </>
      )}
      <DepartmentsFilter />
      <ChoiceFilter name="kinds" label={t`Kinds`} choices={KINDS} width={140} />
      <SearchFilter placeholder={t`Name or code`} />
      <SwitchFilter name="required" label={t`Required only`} off="all" />
    </Filters>
  );
}

type Expiration = Schemas['ExpirationPage']['items'][number];

const COLUMNS: Column<Expiration>[] = [
  dayColumn('expires', t`Expires`, row => row.expiresAt),
  textColumn('left', t`Whole days left`, row => row.daysLeft, 160, {
    cell: row => <b>{count(row.daysLeft)}</b>,
    align: 'right',
  }),
  personColumn('person', t`Person`, row => ({ id: row.memberId, name: row.memberName }), 180),
  statusColumn(130),
  textColumn(
    'item',
    t`What expires`,
    row => [row.itemNumber, row.itemName].filter(Boolean).join(' '),
    280,
    {
      cell: row => (
        <span title={row.itemName}>
          {row.itemNumber !== null && (
            <Text span inherit c="dimmed">
              {row.itemNumber}{' '}
            </Text>
          )}
          {row.itemName}
        </span>
      ),
    },
  ),
  textColumn('measurement', t`Measurement`, row => row.measurement.name, 230),
  requiredColumn(),
  textColumn('code', t`Code`, row => row.memberCode, 120),
  textColumn('email', t`E-mail`, row => row.memberEmail, 230),
];

/** A message for a period without expirations, with the filters that may be the reason. */
function NothingExpires({ range, filters }: { range: Range; filters: Filters }) {
  const setFilters = useSetFilters<Filters>();
  const { departments, kinds, required, q } = filters;
  const narrowing = [
    ...(q === undefined ? [] : [t`“${q}” under “Search”`]),
    ...(departments === undefined ? [] : [t`${departments.length} under “Departments”`]),
    ...(kinds === undefined ? [] : [t`“${KIND_NAMES[kinds]}” under “Kinds”`]),
    ...(required === 'all' ? [] : [t`“Required only”`]),
  ];
  const isNarrowed = q !== undefined || departments !== undefined || kinds !== undefined;
  return (
    <EmptyState
      title={isNarrowed ? t`Nothing matches these filters` : t`Nothing expires in this period`}
    >
      {[daysName(range.first, range.last), ...narrowing].join(', ')}.{' '}
      {required === 'all'
        ? t`Choose a longer “Period”.`
        : t`Choose a longer “Period”, or include what is not required.`}
      {isNarrowed && (
        <Button
          size="xs"
          variant="default"
          display="block"
          mx="auto"
          mt="sm"
          onClick={() => setFilters({ q: undefined, departments: undefined, kinds: undefined })}
        >
          {t`Clear filters`}
        </Button>
      )}
    </EmptyState>
  );
}
