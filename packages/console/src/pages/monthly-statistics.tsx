import { Box, Text } from '@mantine/core';
import { api, forOrganization, read, type Schemas } from '../api/client';
import { useReport } from '../api/queries';
import { useFilters } from '../search';
import { Bar } from '../ui/bar';
import { type Column, DataTable } from '../ui/data-table';
import { Downloads } from '../ui/downloads';
import { ChoiceFilter } from '../ui/filters';
import { count, monthName, Time } from '../ui/format';
import { WithOrganization } from '../ui/organization';
import { Nothing, Page } from '../ui/page';
import { ReportView } from '../ui/report';

type Statistic = Schemas['MonthlyStatistic'];

const MONTHS_BACK = 36;

/** One line per person, department and category of competencies, as the month's snapshot had it. */
export function MonthlyStatisticsPage() {
  return (
    <WithOrganization>
      {handle => <MonthlyStatistics key={handle} organization={handle} />}
    </WithOrganization>
  );
}

function MonthlyStatistics({ organization }: { organization: string }) {
  const months = lastMonths(new Date());
  const [filters] = useFilters();
  const shown = months.find(month => month === filters.month) ?? months[0]!;
  const [year, month] = shown.split('-').map(Number) as [number, number];
  const header = forOrganization(organization);
  const report = useReport(['monthly-statistics', organization, shown], run =>
    read(
      api.GET('/reporting/monthly-statistics', {
        ...run,
        params: { header, query: { year, month } },
      }),
    ),
  ) as unknown as ReturnType<typeof useReport<Statistic[]>>;

  return (
    <Page
      title="Monthly statistics"
      about="Critical competencies by person and department, from the last snapshot of a month."
      actions={
        <Downloads
          run={({ format, ...run }) =>
            api.GET('/reporting/monthly-statistics', {
              ...run,
              params: { header, query: { year, month, format } },
            })
          }
        />
      }
    >
      <Box className="filters">
        <ChoiceFilter
          label="Month"
          name="month"
          choices={months.map(value => ({ value, label: monthName(value) }))}
          fallback={months[0]!}
        />
      </Box>
      <ReportView report={report}>
        {rows =>
          rows.length === 0 ? (
            <Nothing title={`There is no snapshot of ${monthName(shown)}`}>
              Snapshots are taken every week. Choose another month.
            </Nothing>
          ) : (
            <>
              <Text size="sm" c="dimmed" mb={6}>
                {count(rows.length)} lines, as of <Time at={rows[0]!.asAt} />
              </Text>
              <DataTable
                label="Monthly statistics"
                columns={COLUMNS}
                rows={rows}
                rowId={({ id }) => id}
                isPinned
              />
            </>
          )
        }
      </ReportView>
    </Page>
  );
}

function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS_BACK }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
}

const COUNTS = [
  ['required', 'Required'],
  ['completed', 'Completed'],
  ['validated', 'Validated'],
  ['expired', 'Expired'],
  ['notCompleted', 'Not completed'],
  ['notApplicable', 'Not applicable'],
  ['needsTraining', 'Needs training'],
  ['selfAssessed', 'Self-assessed'],
  ['submitted', 'Submitted'],
] as const;

const COLUMNS: Column<Statistic>[] = [
  { id: 'person', header: 'Person', value: row => row.memberName, width: 170 },
  { id: 'department', header: 'Department', value: row => row.departmentName, width: 180 },
  { id: 'role', header: 'Function', value: row => row.departmentRole, width: 120 },
  { id: 'item', header: 'Category', value: row => row.tagPrimacy, width: 110 },
  {
    id: 'score',
    header: 'Score',
    value: row => row.score,
    cell: row => <Bar value={row.required === 0 ? null : row.score} />,
    width: 140,
  },
  {
    id: 'progress',
    header: 'Progress',
    value: row => row.progress,
    cell: row => <Bar value={row.required === 0 ? null : row.progress} />,
    width: 140,
  },
  ...COUNTS.map(
    ([name, header]): Column<Statistic> => ({
      id: name,
      header,
      align: 'right',
      value: row => row[name],
      cell: row => count(row[name]),
      width: 118,
    }),
  ),
];
