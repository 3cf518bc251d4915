import { Box, SimpleGrid, Text } from '@mantine/core';
import { useMemo } from 'react';
import { api, forOrganization, read, type Schemas } from '../api/client';
import { useReport } from '../api/queries';
import { useFilters } from '../search';
import { Bar } from '../ui/bar';
import { type Column, DataTable } from '../ui/data-table';
import { Downloads } from '../ui/downloads';
import {
  ChoiceFilter,
  DepartmentsFilter,
  FunctionsFilter,
  MeasurementsFilter,
  PeopleFilter,
  SearchFilter,
} from '../ui/filters';
import { count, score } from '../ui/format';
import { WithOrganization } from '../ui/organization';
import { Nothing, Page } from '../ui/page';
import { ReportView } from '../ui/report';

type Summary = Schemas['ComplianceSummary'];
type Request = Schemas['ComplianceSummaryRequest'];

const ALL_MEASUREMENTS = Array.from({ length: 12 }, (_, index) => index + 1);
const PROFILES = [
  { value: 'compliance', label: 'Compliance' },
  { value: 'primary', label: 'Primary' },
  { value: 'all', label: 'All' },
];

/** A person in a department, with what each measurement counts for them. */
interface Line {
  readonly id: string;
  readonly department: Summary['department'];
  readonly member: Summary['member'];
  readonly profile: string | null;
  readonly measurements: ReadonlyMap<number, Summary['measurement']>;
  readonly total: number | null;
}

/** People and departments, with a bar for each measurement. */
export function CompliancePage() {
  return (
    <WithOrganization>
      {handle => <Compliance key={handle} organization={handle} />}
    </WithOrganization>
  );
}

function Compliance({ organization }: { organization: string }) {
  const [filters] = useFilters();
  const body = toRequest(filters);
  const header = forOrganization(organization);
  const report = useReport(
    ['compliance', organization, body],
    run =>
      read(
        api.POST('/reporting/compliance-summaries', {
          ...run,
          params: { header },
          body: body ?? {},
        }),
      ),
    { enabled: body !== null },
  ) as ReturnType<typeof useReport<Summary[]>>;

  return (
    <Page
      title="Compliance"
      about="What each person satisfies now of what is required of them."
      actions={
        <Downloads
          disabled={body === null}
          run={({ format, ...run }) =>
            api.POST('/reporting/compliance-summaries', {
              ...run,
              params: { header, query: { format } },
              body: body ?? {},
            })
          }
        />
      }
    >
      <Box className="filters">
        <DepartmentsFilter organization={organization} />
        <MeasurementsFilter organization={organization} />
        <PeopleFilter organization={organization} />
        <ChoiceFilter label="Profiles" name="profiles" choices={PROFILES} fallback="compliance" />
        <FunctionsFilter />
        <SearchFilter label="Search" placeholder="Name of a person" />
      </Box>
      {body === null ? (
        <Nothing title="Choose departments or people">
          Choose one or more under “Departments” or “People”, or a cell of the overview.
        </Nothing>
      ) : (
        <ReportView report={report}>{rows => <Lines rows={rows} q={filters.q ?? ''} />}</ReportView>
      )}
    </Page>
  );
}

/** Null where the API would refuse it as too wide. */
function toRequest(filters: ReturnType<typeof useFilters>[0]): Request | null {
  const { departments, members, measurements, functions, profiles } = filters;
  if (departments === undefined && members === undefined) return null;
  const keys = measurements ?? (departments === undefined ? ALL_MEASUREMENTS : undefined);
  return {
    ...(departments && { departments }),
    ...(members && { members }),
    ...(keys && { measurements: keys }),
    ...(functions && { functions: functions as Schemas['AffiliationFunction'][] }),
    profileCondition: profiles === 'primary' || profiles === 'all' ? profiles : 'compliance',
    emptyScore: 'notScored',
  };
}

function Lines({ rows, q }: { rows: readonly Summary[]; q: string }) {
  const lines = useMemo(() => toLines(rows), [rows]);
  const found = useMemo(() => {
    const words = fold(q).split(' ').filter(Boolean);
    return words.length === 0
      ? lines
      : lines.filter(({ member }) => words.every(word => fold(member.name).includes(word)));
  }, [lines, q]);
  const columns = useMemo(() => toColumns(rows), [rows]);
  if (lines.length === 0) {
    return (
      <Nothing title="Nobody is reported on here">
        Choose other departments, people or functions.
      </Nothing>
    );
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb={6} role="status">
        {count(found.length)} {found.length === 1 ? 'line' : 'lines'}, one per person and department
      </Text>
      <DataTable
        label="Compliance by person"
        columns={columns}
        rows={found}
        rowId={({ id }) => id}
        initialSort={{ id: 'total', direction: 'asc' }}
        rowLabel={({ member, department }) => `${member.name}, ${department.name}`}
        expand={line => <Counts line={line} />}
        isPinned
      />
    </>
  );
}

function toLines(rows: readonly Summary[]): Line[] {
  const lines = new Map<
    string,
    Omit<Line, 'total'> & { measurements: Map<number, Summary['measurement']> }
  >();
  for (const { department, member, primaryProfile, measurement } of rows) {
    const id = `${department.id} ${member.id}`;
    let line = lines.get(id);
    if (!line) {
      const profile = primaryProfile?.name ?? null;
      line = { id, department, member, profile, measurements: new Map() };
      lines.set(id, line);
    }
    line.measurements.set(measurement.key, measurement);
  }
  return [...lines.values()].map(line => {
    let satisfied = 0;
    let required = 0;
    for (const measurement of line.measurements.values()) {
      satisfied += measurement.satisfied;
      required += measurement.required;
    }
    return { ...line, total: score(satisfied, required) };
  });
}

function toColumns(rows: readonly Summary[]): Column<Line>[] {
  const names = new Map(rows.map(({ measurement }) => [measurement.key, measurement.name]));
  const keys = [...names.keys()].sort((a, b) => a - b);
  return [
    { id: 'person', header: 'Person', value: ({ member }) => member.name, width: 170 },
    {
      id: 'department',
      header: 'Department',
      value: ({ department }) => department.name,
      width: 170,
    },
    { id: 'profile', header: 'Primary profile', value: ({ profile }) => profile, width: 160 },
    {
      id: 'total',
      header: 'All',
      value: ({ total }) => total,
      cell: ({ total }) => <Bar value={total} />,
      width: 130,
    },
    ...(keys.length < 2
      ? []
      : keys.map(
          (key): Column<Line> => ({
            id: `measurement${key}`,
            header: names.get(key) ?? '',
            value: ({ measurements }) => measurements.get(key)?.score ?? null,
            cell: ({ measurements }) => <MeasurementBar of={measurements.get(key)} />,
            width: 150,
          }),
        )),
    ...(keys.length === 1
      ? COUNTS.filter(({ name }) => name !== 'notApplicable').map(
          ({ name, label }): Column<Line> => ({
            id: name,
            header: label,
            align: 'right',
            value: ({ measurements }) => measurements.get(keys[0]!)?.[name] ?? 0,
            width: 108,
          }),
        )
      : []),
  ];
}

function MeasurementBar({ of }: { of: Summary['measurement'] | undefined }) {
  if (of === undefined) return '–';
  return (
    <Bar
      value={of.required === 0 ? null : of.score}
      title={`${of.name}: ${count(of.satisfied)} of ${count(of.required)}`}
    />
  );
}

const COUNTS = [
  { name: 'required', label: 'Required' },
  { name: 'satisfied', label: 'Satisfied' },
  { name: 'expired', label: 'Expired' },
  { name: 'notCompleted', label: 'Not completed' },
  { name: 'needsTraining', label: 'Needs training' },
  { name: 'selfAssessed', label: 'Self-assessed' },
  { name: 'submitted', label: 'Submitted' },
  { name: 'validated', label: 'Validated' },
  { name: 'notApplicable', label: 'Not applicable' },
] as const;

function Counts({ line }: { line: Line }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm" py="xs" px="sm">
      {[...line.measurements.values()].map(measurement => (
        <Box key={measurement.key}>
          <Text size="sm" fw={600}>
            {measurement.name}
          </Text>
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'normal' }}>
            {COUNTS.filter(({ name }) => name === 'required' || measurement[name] > 0)
              .map(({ name, label }) => `${label} ${count(measurement[name])}`)
              .join(' · ')}
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  );
}

/** As the API folds names: without marks and case. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
