import { plural, t } from '@lingui/core/macro';
import { Box, SimpleGrid, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Schemas } from '../../api/client';
import { isLacking, personReport, type Requirement, useOrganization } from '../../api/queries';
import { useReport } from '../../api/report';
import { NONE, score, sum } from '../../counts';
import { matcher } from '../../text/fold';
import { count, Day, Dimmed } from '../../text/format';
import { Bar } from '../../ui/figure';
import { EmptyState } from '../../ui/page';
import { ReportView } from '../../ui/report-view';
import { StatusBadge } from '../../ui/status-badge';
import {
  type Column,
  countColumn,
  personColumn,
  shareColumn,
  textColumn,
} from '../../ui/table/columns';
import { DataTable } from '../../ui/table/data-table';

/** One row per person and department, lowest score first. */
export function PeopleTable({ rows, q }: { rows: readonly Summary[]; q: string }) {
  const lines = useMemo(() => toLines(rows), [rows]);
  const found = useMemo(() => {
    const matches = matcher(q);
    return lines.filter(({ member }) => matches(`${member.name} ${member.code ?? ''}`));
  }, [lines, q]);
  const columns = useMemo(() => toColumns(rows), [rows]);
  if (found.length === 0) {
    return (
      <EmptyState title={t`Nobody matches these filters`}>
        {lines.length === 0
          ? t`Choose other departments, people or functions.`
          : t`Choose other departments, or clear the search.`}
      </EmptyState>
    );
  }
  return (
    <DataTable
      label={t`Compliance by person`}
      columns={columns}
      rows={found}
      rowId={({ id }) => id}
      order={{ id: 'total', direction: 'asc' }}
      expansion={{
        label: ({ member, department }) => t`All counts of ${member.name}, ${department.name}`,
        content: line => <LineDetails line={line} />,
      }}
      isPinned
      caption={plural(found.length, {
        one: '# row, one per person and department',
        other: '# rows, one per person and department',
      })}
    />
  );
}

function toColumns(rows: readonly Summary[]): Column<Line>[] {
  const names = new Map(rows.map(({ measurement }) => [measurement.key, measurement.name]));
  const keys = [...names.keys()].sort((a, b) => a - b);
  return [
    personColumn('person', t`Person`, ({ member }) => member),
    textColumn('code', t`Code`, ({ member }) => member.code, 90),
    textColumn('department', t`Department`, ({ department }) => department.name, 170, {
      cell: 'lines',
    }),
    textColumn('profile', t`Primary profile`, ({ profile }) => profile, 160),
    shareColumn('total', t`All`, ({ total }) => total, 130),
    ...(keys.length === 1
      ? COUNTS.filter(({ name }) => name !== 'notApplicable').map(({ name, label }) =>
          countColumn<Line>(
            name,
            label,
            ({ measurements }) => measurements.get(keys[0]!)?.[name] ?? 0,
            108,
          ),
        )
      : keys.map(key =>
          textColumn<Line>(
            `measurement${key}`,
            names.get(key) ?? '',
            ({ measurements }) => score(measurements.get(key) ?? NONE),
            150,
            { cell: ({ measurements }) => <MeasurementBar of={measurements.get(key)} /> },
          ),
        )),
  ];
}

function MeasurementBar({ of }: { of: Summary['measurement'] | undefined }) {
  if (of === undefined) return '–';
  return (
    <Bar value={score(of)} title={t`${of.name}: ${count(of.satisfied)} of ${count(of.required)}`} />
  );
}

/** All counts of a row, and the names of requirements that are not satisfied. */
function LineDetails({ line }: { line: Line }) {
  const organization = useOrganization();
  const report = useReport(personReport(organization, line.member.id));
  const lacking = (report.query.data?.requirements ?? []).filter(
    row =>
      isLacking(row) &&
      line.measurements.has(row.measurement.key) &&
      row.departments.some(({ id }) => id === line.department.id),
  );
  return (
    <Box py="xs" px="sm">
      <SimpleGrid minColWidth="min(280px, 100%)" autoFlow="auto-fit" mb="xs">
        {[...line.measurements.values()].map(measurement => (
          <Measurement
            key={measurement.key}
            measurement={measurement}
            lacking={lacking.filter(row => row.measurement.key === measurement.key)}
          />
        ))}
      </SimpleGrid>
      <ReportView report={report} height={20}>
        {() => <Dimmed>{explain(line, lacking)}</Dimmed>}
      </ReportView>
    </Box>
  );
}

function Measurement(props: {
  measurement: Summary['measurement'];
  lacking: readonly Requirement[];
}) {
  const { measurement, lacking } = props;
  return (
    <Box>
      <Text size="sm" fw={600}>
        {measurement.name}
      </Text>
      <Dimmed>
        {COUNTS.filter(({ name }) => name === 'required' || measurement[name] > 0)
          .map(({ name, label }) => `${label} ${count(measurement[name])}`)
          .join(' · ')}
      </Dimmed>
      {lacking.length > 0 && (
        <ul className="lacking" aria-label={t`Not satisfied: ${measurement.name}`}>
          {lacking.map(row => (
            <li key={`${row.kind} ${row.id}`}>
              <StatusBadge status={row.status} isSatisfied={false} />
              <span>
                {[row.number, row.name].filter(Boolean).join(' ')}
                {row.expiresAt !== null && (
                  <Text span inherit c="dimmed">
                    {row.status === 'Expired' ? t`, expired ` : t`, expires `}
                    <Day at={row.expiresAt} />
                  </Text>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}

/** Explains missing names: counts are for the selected functions and profiles, names for the default ones. */
function explain({ measurements }: Line, lacking: readonly Requirement[]): string {
  if (lacking.length > 0) return '';
  return [...measurements.values()].every(of => of.satisfied === of.required)
    ? t`All requirements are satisfied`
    : t`Only requirements of the selected functions or profiles are counted as not satisfied.`;
}

type Summary = Schemas['ComplianceSummary'];

/** A person in a department with the counts of each measurement. */
interface Line {
  readonly id: string;
  readonly department: Summary['department'];
  readonly member: Summary['member'];
  readonly profile: string | null;
  readonly measurements: ReadonlyMap<number, Summary['measurement']>;
  readonly total: number | null;
}

/** The counts of a measurement, in the order of the API. */
const COUNTS = [
  { name: 'required', label: t`Required` },
  { name: 'satisfied', label: t`Satisfied` },
  { name: 'expired', label: t`Expired` },
  { name: 'notCompleted', label: t`Not completed` },
  { name: 'needsTraining', label: t`Needs training` },
  { name: 'selfAssessed', label: t`Self-assessed` },
  { name: 'submitted', label: t`Submitted` },
  { name: 'validated', label: t`Validated` },
  { name: 'notApplicable', label: t`Not applicable` },
] as const;

function toLines(rows: readonly Summary[]): Line[] {
  const lines = Map.groupBy(rows, ({ department, member }) => `${department.id} ${member.id}`);
  return [...lines].map(([id, own]) => {
    const { department, member, primaryProfile } = own[0]!;
    const measurements = new Map(own.map(({ measurement }) => [measurement.key, measurement]));
    const total = score(sum([...measurements.values()]));
    return { id, department, member, profile: primaryProfile?.name ?? null, measurements, total };
  });
}
