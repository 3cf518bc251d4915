import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { Box, Button, Group, Select, Text, useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { api, forOrganization, read, type Schemas } from '../api/client';
import { useReport } from '../api/queries';
import { useFilters } from '../search';
import { type Column, DataTable } from '../ui/data-table';
import { Downloads } from '../ui/downloads';
import { ChoiceFilter, DepartmentsFilter, useMeasurements } from '../ui/filters';
import { count, monthName, percent } from '../ui/format';
import { PrintIcon } from '../ui/icons';
import { WithOrganization } from '../ui/organization';
import { Nothing, Page } from '../ui/page';
import { ReportView } from '../ui/report';

type Trend = Schemas['ComplianceTrend'];

const MOST_LINES = 8;
/** Critical competencies. */
const DEFAULT_MEASUREMENT = 3;
const PROFILES = [
  { value: 'compliance', label: 'Compliance' },
  { value: 'primary', label: 'Primary' },
];
const MONTHS = [12, 24].map(months => ({ value: String(months), label: `${months} months` }));

/** How departments changed, month by month, for one measurement. */
export function TrendsPage() {
  return (
    <WithOrganization>{handle => <Trends key={handle} organization={handle} />}</WithOrganization>
  );
}

function Trends({ organization }: { organization: string }) {
  const [filters, setFilters] = useFilters();
  const { departments, measurement = DEFAULT_MEASUREMENT, months = 12, profiles } = filters;
  const measurements = useMeasurements(organization);
  const body: Schemas['ComplianceTrendRequest'] = {
    ...(departments === undefined ? {} : { departments }),
    measurements: [measurement],
    months: months === 24 ? 24 : 12,
    profileCondition: profiles === 'primary' ? 'primary' : 'compliance',
  };
  const header = forOrganization(organization);
  const report = useReport(['trends', organization, body], run =>
    read(api.POST('/reporting/compliance-trends', { ...run, params: { header }, body })),
  ) as ReturnType<typeof useReport<Trend[]>>;
  const name = measurements.find(({ value }) => value === String(measurement))?.label;

  return (
    <Page
      title="Trends"
      about={`${name ?? 'Compliance'} by department, from the weekly snapshots; the last one of each month.`}
      actions={
        <Group gap="xs" className="no-print">
          <Downloads
            run={({ format, ...run }) =>
              api.POST('/reporting/compliance-trends', {
                ...run,
                params: { header, query: { format } },
                body,
              })
            }
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<PrintIcon />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        </Group>
      }
    >
      <Box className="filters">
        <Select
          label="Measurement"
          data={measurements}
          value={String(measurement)}
          onChange={value =>
            value !== null &&
            setFilters({
              measurement: Number(value) === DEFAULT_MEASUREMENT ? undefined : Number(value),
            })
          }
          allowDeselect={false}
          w={{ base: '100%', sm: 300 }}
        />
        <DepartmentsFilter organization={organization} max={MOST_LINES} />
        <ChoiceFilter
          label="Months"
          name="months"
          choices={MONTHS}
          fallback="12"
          toValue={Number}
        />
        <ChoiceFilter label="Profiles" name="profiles" choices={PROFILES} fallback="compliance" />
      </Box>
      <ReportView report={report} height={420}>
        {rows => <TrendFigures rows={rows} isChosen={departments !== undefined} />}
      </ReportView>
    </Page>
  );
}

interface Line {
  readonly key: string;
  readonly name: string;
  readonly byMonth: ReadonlyMap<string, Trend>;
}

interface Month {
  readonly month: string;
  readonly lines: readonly Line[];
}

function TrendFigures({ rows, isChosen }: { rows: readonly Trend[]; isChosen: boolean }) {
  const isDark = useComputedColorScheme('light') === 'dark';
  const { lines, months, all } = useMemo(() => toLines(rows), [rows]);
  const columns = useMemo(() => toColumns(lines), [lines]);
  if (lines.length === 0) {
    return (
      <Nothing title="No snapshot in these months">
        Trends come from weekly snapshots. The first one is taken on the next Sunday.
      </Nothing>
    );
  }
  const colors = isDark ? LINE_COLORS.dark : LINE_COLORS.light;
  const data = months.map(month => ({
    month: monthName(month),
    ...Object.fromEntries(
      lines.map(({ key, byMonth }) => [key, byMonth.get(month)?.score ?? null]),
    ),
  }));
  return (
    <>
      {!isChosen && all > lines.length && (
        <Text size="sm" c="dimmed" mb="xs">
          The {lines.length} of {all} departments with the lowest latest score. Choose others under
          “Departments”.
        </Text>
      )}
      <Box className="surface" p="md" mb="md" aria-hidden="true">
        <LineChart
          h={340}
          data={data}
          dataKey="month"
          series={lines.map(({ key, name }, index) => ({
            name: key,
            label: name,
            color: colors[index] ?? 'gray',
            // Lines differ without their colours, too.
            strokeDasharray: DASHES[index % DASHES.length]!,
          }))}
          curveType="linear"
          strokeWidth={2}
          dotProps={{ r: 2.5, strokeDasharray: '0' }}
          connectNulls={false}
          lineChartProps={{ accessibilityLayer: false }}
          withLegend
          legendProps={{ verticalAlign: 'bottom' }}
          valueFormatter={percent}
          yAxisProps={{ domain: [lowest(rows), 1], tickCount: 6, width: 62 }}
          lineProps={{ isAnimationActive: false }}
          gridAxis="x"
          tickLine="none"
        />
      </Box>
      <DataTable
        label="Trends by month"
        columns={columns}
        rows={months.map(month => ({ month, lines }))}
        rowId={({ month }) => month}
        isUnsorted
        isPinned
      />
    </>
  );
}

/** The departments to show: those chosen, else those whose latest score is lowest. */
function toLines(rows: readonly Trend[]) {
  const byDepartment = new Map<string, Trend[]>();
  for (const row of rows) {
    const known = byDepartment.get(row.department.id);
    if (known) known.push(row);
    else byDepartment.set(row.department.id, [row]);
  }
  const months = [...new Set(rows.map(({ month }) => month))].sort();
  const departments = [...byDepartment.values()];
  const latest = (trend: readonly Trend[]) => trend.at(-1)?.score ?? 1;
  const shown = [...departments]
    .sort((a, b) => latest(a) - latest(b))
    .slice(0, MOST_LINES)
    .sort((a, b) => departments.indexOf(a) - departments.indexOf(b));
  const lines = shown.map(
    (trend, index): Line => ({
      key: `line${index}`,
      name: trend[0]!.department.name,
      byMonth: new Map(trend.map(row => [row.month, row])),
    }),
  );
  return { lines, months, all: departments.length };
}

function toColumns(lines: readonly Line[]): Column<Month>[] {
  return [
    {
      id: 'month',
      header: 'Month',
      value: ({ month }) => month,
      cell: ({ month }) => monthName(month),
      width: 100,
    },
    ...lines.map(
      ({ key, name, byMonth }): Column<Month> => ({
        id: key,
        header: name,
        align: 'right',
        value: ({ month }) => byMonth.get(month)?.score ?? null,
        cell: ({ month }) => {
          const row = byMonth.get(month);
          return row === undefined ? (
            '–'
          ) : (
            <>
              {percent(row.score)}{' '}
              <Text span size="xs" c="dimmed">
                {count(row.satisfied)}/{count(row.required)}
              </Text>
            </>
          );
        },
        width: 150,
      }),
    ),
  ];
}

/** The axis begins at a multiple of ten per cent below every score, so that changes show. */
function lowest(rows: readonly Trend[]): number {
  const least = rows.reduce((low, { score }) => Math.min(low, score ?? 1), 1);
  return Math.max(0, Math.floor(least * 10 - 0.2) / 10);
}

const DASHES = ['0', '6 3', '2 3', '10 3 2 3'] as const;

/** After Okabe and Ito, darkened and lightened to 3:1 on the ground of their theme. */
const LINE_COLORS = {
  light: ['#0f6a82', '#c2520a', '#7a4fa3', '#8a6a00', '#00795a', '#b04080', '#4a5a63', '#2b63c4'],
  dark: ['#5fb6cc', '#f08b4b', '#b996dd', '#d9b93b', '#45c29e', '#e58cbc', '#aebcc4', '#82aef5'],
} as const;
