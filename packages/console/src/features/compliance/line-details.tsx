import { t } from '@lingui/core/macro';
import { Box, Text } from '@mantine/core';
import { useRouteContext } from '@tanstack/react-router';
import { isLacking, personReport, type Requirement } from '../../api/queries';
import { useReport } from '../../api/report';
import { count, Day } from '../../text/format';
import { ReportView } from '../../ui/report-view';
import { StatusBadge } from '../../ui/status-badge';
import { COUNTS, type Line, type Summary } from './lines';

/** All counts of a line, and by name what the person lacks of its measurements. */
export function LineDetails({ line }: { line: Line }) {
  const { organization } = useRouteContext({ from: '/_signed-in/_organization' });
  const report = useReport(personReport(organization, line.member.id));
  const lacking = (report.query.data?.requirements ?? []).filter(
    row =>
      isLacking(row) &&
      line.measurements.has(row.measurement.key) &&
      row.departments.some(({ id }) => id === line.department.id),
  );
  return (
    <Box py="xs" px="sm">
      <Box className="columns" mb="xs">
        {[...line.measurements.values()].map(measurement => (
          <Measurement
            key={measurement.key}
            measurement={measurement}
            lacking={lacking.filter(row => row.measurement.key === measurement.key)}
          />
        ))}
      </Box>
      <ReportView report={report} height={20}>
        {() => (
          <Text size="sm" c="dimmed">
            {explain(line, lacking)}
          </Text>
        )}
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
      <Text size="sm" c="dimmed">
        {COUNTS.filter(({ name }) => name === 'required' || measurement[name] > 0)
          .map(({ name, label }) => `${label} ${count(measurement[name])}`)
          .join(' · ')}
      </Text>
      {lacking.length > 0 && (
        <ul className="lacking" aria-label={t`Not satisfied of ${measurement.name}`}>
          {lacking.map(row => (
            <li key={`${row.kind} ${row.id}`}>
              <StatusBadge status={row.status} isSatisfied={false} />
              <span>
                {[row.number, row.name].filter(Boolean).join(' ')}
                {row.expiresAt !== null && <Expiry at={row.expiresAt} status={row.status} />}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}

function Expiry({ at, status }: { at: string; status: string }) {
  return (
    <Text span inherit c="dimmed">
      {status === 'Expired' ? t`, expired ` : t`, expires `}
      <Day at={at} />
    </Text>
  );
}

/** The counts are of the functions and profiles that were chosen; the names are of those that count by default. */
function explain({ measurements }: Line, lacking: readonly Requirement[]): string {
  if (lacking.length > 0) return '';
  return [...measurements.values()].every(of => of.satisfied === of.required)
    ? t`Nothing that is required is missing.`
    : t`What is not satisfied counts only for the functions or profiles that were chosen.`;
}
