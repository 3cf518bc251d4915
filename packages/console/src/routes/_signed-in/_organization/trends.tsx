import { t } from '@lingui/core/macro';
import { Skeleton, Text } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import type { Schemas } from '../../../api/client';
import { fileOf, reportQuery, startReport, useReport } from '../../../api/report';
import { NONE, score } from '../../../counts';
import {
  MAX_LINES,
  type Panel,
  pointOf,
  type Trend,
  type Trends,
  toTrends,
} from '../../../features/trends/lines';
import { choice, ids, numbers, searchOf, textThat } from '../../../search';
import { calendarPeriod } from '../../../text/dates';
import { count, Dimmed, monthName, percent } from '../../../text/format';
import { ChoiceFilter, Filters, ProfilesFilter, SNAPSHOT_PROFILES } from '../../../ui/filters';
import { DepartmentsFilter, MeasurementsFilter } from '../../../ui/organization-filters';
import { OrganizationPage } from '../../../ui/organization-page';
import { EmptyState } from '../../../ui/page';
import { ReportView } from '../../../ui/report-view';
import { SwitchFilter } from '../../../ui/switch-filter';
import { type Column, textColumn } from '../../../ui/table/columns';
import { DataTable } from '../../../ui/table/data-table';

const TrendCharts = lazy(() => import('../../../features/trends/trend-chart'));

const MONTHS = [
  { value: '12', label: t`12 months` },
  { value: '24', label: t`24 months` },
  { value: 'last-quarter', label: t`Last quarter` },
  { value: 'this-year', label: t`This year` },
  { value: 'last-year', label: t`Last year` },
] as const;

/** A range of months in links of emails, such as `2026-07..2026-09`. */
const RANGE = /^(\d{4}-(?:0[1-9]|1[0-2]))\.\.(\d{4}-(?:0[1-9]|1[0-2]))$/;

function isPeriod(text: string): boolean {
  const [, from, to] = RANGE.exec(text) ?? [];
  return from && to ? from <= to : MONTHS.some(({ value }) => value === text);
}

const search = searchOf({
  measurement: numbers(12),
  departments: ids(),
  months: textThat(isPeriod),
  profiles: choice(['compliance', 'primary']),
  axis: choice(['zoomed']),
});
type Filters = ReturnType<typeof search>;

export const Route = createFileRoute('/_signed-in/_organization/trends')({
  validateSearch: search,
  beforeLoad: ({ context, search }) =>
    startReport(context, trendsReport(context.organization, toRequest(search))),
  component: TrendsPage,
});

function toRequest({ months = '12', ...filters }: Filters): Schemas['ComplianceTrendRequest'] {
  return {
    ...toParameters(filters),
    ...(rangeOf(months) ?? { months: months === '24' ? 24 : 12 }),
  };
}

/** Returns the first and last month of a range or calendar period; null for a number of months. */
function rangeOf(months: string): { from: string; to: string } | null {
  const [, from, to] = RANGE.exec(months) ?? [];
  if (from !== undefined && to !== undefined) return { from, to };
  const period = calendarPeriod(months);
  if (period === null) return null;
  return { from: monthOf(period.begin), to: monthOf(new Date(period.end.getTime() - 1)) };
}

/** Returns parameters for a schedule, with the period instead of its months, which differ for each run. */
function toScheduled({ months = '12', ...filters }: Filters) {
  if (calendarPeriod(months) !== null) return { ...toParameters(filters), period: months };
  return toRequest({ months, ...filters });
}

function toParameters({ departments, measurement, profiles = 'compliance' }: Filters) {
  return { departments, measurements: measurement, profileCondition: profiles };
}

function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

function trendsReport(organization: string, body: Schemas['ComplianceTrendRequest']) {
  return reportQuery(organization, 'post', '/reporting/compliance-trends', { body });
}

function TrendsPage() {
  const { organization } = Route.useRouteContext();
  const filters = Route.useSearch();
  const body = toRequest(filters);
  const report = useReport(trendsReport(organization, body));
  return (
    <OrganizationPage
      title={t`Trends`}
      about={t`The share of requirements that departments satisfied, from the last weekly snapshot of each month.`}
      download={fileOf(organization, 'post', '/reporting/compliance-trends', { body })}
      schedule={{ report: 'compliance-trends', parameters: toScheduled(filters) }}
    >
      <TrendFilters />
      <ReportView report={report} height={420}>
        {rows => <TrendFigures rows={rows} isChosen={body.departments !== undefined} />}
      </ReportView>
    </OrganizationPage>
  );
}

function TrendFilters() {
  const { months = '12' } = Route.useSearch();
  const [, from, to] = RANGE.exec(months) ?? [];
  const linked =
    from && to ? [{ value: months, label: `${monthName(from)} – ${monthName(to)}` }] : [];
  return (
    <Filters>
      <MeasurementsFilter name="measurement" />
      <DepartmentsFilter max={MAX_LINES} />
      <ChoiceFilter name="months" label={t`Months`} choices={[...MONTHS, ...linked]} />
      <ProfilesFilter choices={SNAPSHOT_PROFILES} />
      <SwitchFilter name="axis" label={t`Zoom the axis to the values`} on="zoomed" />
    </Filters>
  );
}

function TrendFigures({ rows, isChosen }: { rows: readonly Trend[]; isChosen: boolean }) {
  const { axis } = Route.useSearch();
  const trends = useMemo(() => toTrends(rows, isChosen), [rows, isChosen]);
  const shown = trends.lines.length - 1;
  if (shown === 0) {
    return (
      <EmptyState title={t`No snapshot in these months`}>
        {t`Trends come from weekly snapshots. Choose other months, or wait for the next snapshot.`}
      </EmptyState>
    );
  }
  if (rows.every(({ required }) => required === 0)) {
    return (
      <EmptyState title={t`Nothing was required in these months`}>
        {t`Choose other departments, measurements or months.`}
      </EmptyState>
    );
  }
  return (
    <>
      {!isChosen && trends.departments > shown && (
        <Dimmed mb="xs">
          {t`The ${shown} of ${trends.departments} departments with the lowest latest score. Choose others under “Departments”.`}
        </Dimmed>
      )}
      <Suspense fallback={<Skeleton h={374} mb="md" />}>
        <TrendCharts trends={trends} isZoomed={axis === 'zoomed'} />
      </Suspense>
      <TrendTable trends={trends} />
    </>
  );
}

interface Row {
  readonly panel: Panel;
  readonly month: string;
}

/** The data of the charts, latest month first. */
function TrendTable({ trends }: { trends: Trends }) {
  const columns = useMemo(() => toColumns(trends), [trends]);
  const rows = useMemo(() => {
    const months = [...trends.months].reverse();
    return trends.panels.flatMap(panel => months.map(month => ({ panel, month })));
  }, [trends]);
  return (
    <DataTable
      label={t`Trends by month`}
      columns={columns}
      rows={rows}
      rowId={({ panel, month }) => `${panel.key} ${month}`}
      sorting={null}
      isPinned
    />
  );
}

function toColumns({ lines, panels }: Trends): Column<Row>[] {
  return [
    textColumn('month', t`Month`, ({ month }) => month, 100, {
      cell: ({ month }) => monthName(month),
    }),
    ...(panels.length === 1
      ? []
      : [textColumn<Row>('measurement', t`Measurement`, ({ panel }) => panel.name, 250)]),
    ...lines.map(
      (line): Column<Row> => ({
        id: line.key,
        header: line.name,
        align: 'right',
        value: ({ panel, month }) => score(pointOf(panel, line, month)),
        cell: ({ panel, month }) => {
          const point = pointOf(panel, line, month);
          return (
            <>
              {percent(score(point))}
              {point !== NONE && (
                <Text span size="xs" c="dimmed">
                  {` ${count(point.satisfied)}/${count(point.required)}`}
                </Text>
              )}
            </>
          );
        },
        width: 190,
      }),
    ),
  ];
}
