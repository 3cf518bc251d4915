import { plural, t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { fileOf, startReport, useReport } from '../../../api/report';
import {
  COLUMNS,
  monthlyReport,
  type Statistic,
  type Statistics,
} from '../../../features/monthly-statistics/monthly-report';
import { choice, ids, searchOf, text } from '../../../search';
import { yearAndMonth } from '../../../text/dates';
import { monthName, timeName } from '../../../text/format';
import { ChoiceFilter, Filters, SearchFilter } from '../../../ui/filters';
import { DepartmentsFilter } from '../../../ui/organization-filters';
import { OrganizationPage } from '../../../ui/organization-page';
import { EmptyState } from '../../../ui/page';
import { ReportView } from '../../../ui/report-view';
import { SwitchFilter } from '../../../ui/switch-filter';
import { DataTable } from '../../../ui/table/data-table';

const MONTHS_BACK = 36;

const search = searchOf({
  month: text(),
  departments: ids(),
  /** `all` includes rows without requirements. */
  required: choice(['all']),
  q: text(),
});

export const Route = createFileRoute('/_signed-in/_organization/monthly-statistics')({
  validateSearch: search,
  beforeLoad: ({ context, search: { month, q } }) =>
    startReport(context, monthlyReport(context.organization, shownMonth(month), q)),
  component: MonthlyStatisticsPage,
});

function MonthlyStatisticsPage() {
  const { organization } = Route.useRouteContext();
  const filters = Route.useSearch();
  const month = shownMonth(filters.month);
  const { departments, required, q } = filters;
  const report = useReport(monthlyReport(organization, month, q));
  const parameters = { departments, q, requiredOnly: required !== 'all' };
  return (
    <OrganizationPage
      title={t`Monthly statistics`}
      about={t`Critical competencies by person and department, from the last snapshot of a month. Only departments that are facilities are included.`}
      download={fileOf(organization, 'get', '/reporting/monthly-statistics', {
        params: { query: { ...yearAndMonth(month), ...parameters } },
      })}
      // Each run reports the previous month.
      schedule={{ report: 'monthly-statistics', parameters }}
    >
      <StatisticFilters />
      <ReportView report={report}>
        {rows => <StatisticTable rows={rows} month={month} isComplete={!report.query.isFetching} />}
      </ReportView>
    </OrganizationPage>
  );
}

function StatisticTable(props: { rows: Statistics; month: string; isComplete: boolean }) {
  const { rows, month, isComplete } = props;
  const { departments, required, q } = Route.useSearch();
  const found = useMemo(
    () =>
      rows.filter(
        row =>
          (required === 'all' || row.required > 0) &&
          (departments === undefined || departments.includes(row.departmentId)),
      ),
    [rows, departments, required],
  );
  if (rows.length === 0 && q === undefined) {
    return (
      <EmptyState title={t`There is no snapshot of ${monthName(month)}`}>
        {t`Snapshots are taken every week, of departments that are facilities. Choose another month.`}
      </EmptyState>
    );
  }
  if (rows.length === 0 || (found.length === 0 && isComplete)) {
    return (
      <EmptyState title={t`Nothing matches these filters`}>
        {q === undefined && departments && !rows.some(row => departments.includes(row.departmentId))
          ? t`${monthName(month)} has no rows for these departments: only facilities are included. Choose other departments.`
          : t`Choose other departments, clear the search, or include rows with nothing required.`}
      </EmptyState>
    );
  }
  return (
    <DataTable
      label={t`Monthly statistics`}
      columns={COLUMNS}
      rows={found}
      rowId={({ id }) => id}
      // Sorting while rows arrive would move the rows being read.
      sorting={isComplete ? undefined : null}
      isPinned
      caption={caption(found, rows[0]!, isComplete)}
    />
  );
}

function caption(found: Statistics, first: Statistic, isComplete: boolean): string {
  const asOf = timeName(first.asAt);
  return isComplete
    ? plural(found.length, { one: `# row, as of ${asOf}`, other: `# rows, as of ${asOf}` })
    : plural(found.length, { one: '# row so far…', other: '# rows so far…' });
}

function StatisticFilters() {
  const months = lastMonths(new Date()).map(value => ({ value, label: monthName(value) }));
  return (
    <Filters>
      <ChoiceFilter name="month" label={t`Month`} choices={months} />
      <DepartmentsFilter />
      <SearchFilter placeholder={t`Name or code`} />
      <SwitchFilter name="required" label={t`Only with requirements`} off="all" />
    </Filters>
  );
}

function shownMonth(month: string | undefined): string {
  const months = lastMonths(new Date());
  return months.find(value => value === month) ?? months[0]!;
}

function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS_BACK }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
}
