import { Select, Skeleton, Text } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import * as z from 'zod/mini';
import { apiOf, read, type Schemas } from '../../../api/client';
import { overviewReport } from '../../../api/overview';
import { reportOptions, startReport, useReport } from '../../../api/report';
import { firstRequired, MAX_LINES, type Trend, toLines } from '../../../features/trends/lines';
import { TrendTable } from '../../../features/trends/trend-table';
import { choice, ids, number, searchOf, useSetFilters } from '../../../search';
import { ChoiceFilter, Filters } from '../../../ui/filters';
import { DepartmentsFilter, useMeasurements } from '../../../ui/organization-filters';
import { OrganizationPage } from '../../../ui/organization-page';
import { Nothing } from '../../../ui/page';
import { SNAPSHOT_PROFILES } from '../../../ui/profiles';
import { ReportView } from '../../../ui/report-view';

const TrendChart = lazy(() => import('../../../features/trends/trend-chart'));

const MONTHS = [
  { value: '12', label: '12 months' },
  { value: '24', label: '24 months' },
] as const;

const search = searchOf(
  z.object({
    measurement: number(12),
    departments: ids(),
    months: choice(['12', '24']),
    profiles: choice(['compliance', 'primary']),
  }),
);
type Filters = ReturnType<typeof search>;
type Chosen = Filters & { measurement: number };

export const Route = createFileRoute('/_signed-in/_organization/trends')({
  validateSearch: search,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, organization }, deps }) => {
    startTrends(queryClient, organization, deps).catch(() => undefined);
  },
  component: TrendsPage,
});

/** The second call needs the answer of the first: neither waits for the page. */
async function startTrends(queryClient: QueryClient, organization: string, filters: Filters) {
  const measurement =
    filters.measurement ??
    firstRequired((await queryClient.query(overviewReport(organization))).rows);
  startReport(queryClient, trendsReport(organization, toRequest({ ...filters, measurement })));
}

function toRequest(filters: Chosen): Schemas['ComplianceTrendRequest'] {
  const { departments, measurement, months, profiles } = filters;
  return {
    ...(departments && { departments }),
    measurements: [measurement],
    months: months === '24' ? 24 : 12,
    profileCondition: profiles ?? 'compliance',
  };
}

function trendsReport(organization: string, body: Schemas['ComplianceTrendRequest']) {
  return reportOptions(organization, ['trends', body], (api, call) =>
    read(api.POST('/reporting/compliance-trends', { ...call, body })),
  );
}

/** How departments changed, month by month, for one measurement. */
function TrendsPage() {
  const { organization } = Route.useRouteContext();
  const filters = Route.useSearch();
  const overview = useQuery({
    ...overviewReport(organization),
    enabled: filters.measurement === undefined,
    // Another measurement must not come by itself.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const first = overview.isPending ? undefined : firstRequired(overview.data?.rows ?? []);
  const measurement = filters.measurement ?? first;
  const body = toRequest({ ...filters, measurement: measurement ?? 1 });
  const measurements = useMeasurements(organization);
  const name = measurements.find(({ value }) => Number(value) === measurement)?.label;
  return (
    <OrganizationPage
      title="Trends"
      about={`${name ?? 'Compliance'} by department, from the last weekly snapshot of each month.`}
      download={(format, call) =>
        apiOf(organization).POST('/reporting/compliance-trends', {
          ...call,
          params: { query: { format } },
          body,
        })
      }
      schedule={{ report: 'compliance-trends', parameters: { ...body } }}
      isIncomplete={measurement === undefined}
      filters={<TrendFilters {...{ measurement, measurements }} />}
    >
      {measurement === undefined ? <Skeleton h={420} /> : <Trends body={body} />}
    </OrganizationPage>
  );
}

function Trends({ body }: { body: Schemas['ComplianceTrendRequest'] }) {
  const { organization } = Route.useRouteContext();
  const report = useReport(trendsReport(organization, body));
  return (
    <ReportView report={report} height={420}>
      {rows => <TrendFigures rows={rows} isChosen={body.departments !== undefined} />}
    </ReportView>
  );
}

function TrendFilters(props: {
  measurement: number | undefined;
  measurements: { value: string; label: string }[];
}) {
  const { measurement, measurements } = props;
  const { organization } = Route.useRouteContext();
  const { departments, months, profiles } = Route.useSearch();
  const setFilters = useSetFilters<Filters>();
  return (
    <Filters set={[departments, months, profiles]}>
      <Select
        label="Measurement"
        data={measurements}
        value={measurement === undefined ? null : String(measurement)}
        onChange={value => setFilters({ measurement: Number(value) })}
        allowDeselect={false}
        w={{ base: '100%', sm: 300 }}
      />
      <DepartmentsFilter
        organization={organization}
        value={departments}
        onChange={value => setFilters({ departments: value })}
        most={MAX_LINES}
      />
      <ChoiceFilter
        label="Months"
        choices={MONTHS}
        value={months}
        fallback="12"
        onChange={value => setFilters({ months: value })}
      />
      <ChoiceFilter
        label="Profiles"
        choices={SNAPSHOT_PROFILES}
        value={profiles}
        fallback="compliance"
        onChange={value => setFilters({ profiles: value })}
      />
    </Filters>
  );
}

function TrendFigures({ rows, isChosen }: { rows: readonly Trend[]; isChosen: boolean }) {
  const lines = useMemo(() => toLines(rows, isChosen), [rows, isChosen]);
  const { departments, organization, months, all } = lines;
  if (departments.length === 0) {
    return (
      <Nothing title="No snapshot in these months">
        Trends come from weekly snapshots. The first one is taken on the next Sunday.
      </Nothing>
    );
  }
  return (
    <>
      {!isChosen && all > departments.length && (
        <Text size="sm" c="dimmed" mb="xs">
          The {departments.length} of {all} departments with the lowest latest score. Choose others
          under “Departments”.
        </Text>
      )}
      <Suspense fallback={<Skeleton h={374} mb="md" />}>
        <TrendChart months={months} lines={departments} organization={organization} />
      </Suspense>
      <TrendTable lines={lines} />
    </>
  );
}
