import { Box, SimpleGrid, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { api, forOrganization, read, type Schemas } from '../api/client';
import { useReport } from '../api/queries';
import { stringifySearch, useFilters } from '../search';
import { Downloads } from '../ui/downloads';
import { ChoiceFilter } from '../ui/filters';
import { change, count, percent, Time } from '../ui/format';
import { HeatMap } from '../ui/heat-map';
import { WithOrganization } from '../ui/organization';
import { Nothing, Page } from '../ui/page';
import { ReportView } from '../ui/report';

const ExpiryChart = lazy(() => import('../ui/expiry-chart'));

type Trend = Schemas['ComplianceTrend'];

const CHANGES = 5;
const PROFILES = [
  { value: 'compliance', label: 'Compliance' },
  { value: 'primary', label: 'Primary' },
  { value: 'all', label: 'All' },
];

/** Where an organization stands now, where it moved, and what comes. */
export function OverviewPage() {
  return (
    <WithOrganization>{handle => <Overview key={handle} organization={handle} />}</WithOrganization>
  );
}

function Overview({ organization }: { organization: string }) {
  const [{ profiles }] = useFilters();
  const header = forOrganization(organization);
  const query = {
    profileCondition: profiles === 'primary' || profiles === 'all' ? profiles : 'compliance',
  } as const;
  const report = useReport(['overview', organization, query], run =>
    read(api.GET('/reporting/compliance-overview', { ...run, params: { header, query } })),
  );
  return (
    <Page
      title="Overview"
      about={
        report.query.data === undefined ? (
          'What each department satisfies now of what is required.'
        ) : (
          <>
            What each department satisfies of what is required, as of{' '}
            <Time at={report.query.data.asOf} />.
          </>
        )
      }
      actions={
        <Downloads
          run={({ format, ...run }) =>
            api.GET('/reporting/compliance-overview', {
              ...run,
              params: { header, query: { ...query, format } },
            })
          }
        />
      }
    >
      <Box className="filters">
        <ChoiceFilter label="Profiles" name="profiles" choices={PROFILES} fallback="compliance" />
      </Box>
      <ReportView report={report} height={480}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Nothing title="Nobody is reported on yet">
              Departments appear when people with access are affiliated with them.
            </Nothing>
          ) : (
            <HeatMap
              rows={rows}
              address={(departments, measurements) =>
                `compliance${stringifySearch({ organization, departments, measurements, profiles })}`
              }
            />
          )
        }
      </ReportView>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        {profiles !== 'all' && <Changes organization={organization} profiles={profiles} />}
        <Upcoming organization={organization} />
      </SimpleGrid>
    </Page>
  );
}

/** What changed most between the last two months that have a snapshot. */
function Changes(props: { organization: string; profiles: string | undefined }) {
  const { organization, profiles } = props;
  const body = { profileCondition: profiles === 'primary' ? profiles : 'compliance' } as const;
  const report = useReport(['changes', organization, body], run =>
    read(
      api.POST('/reporting/compliance-trends', {
        ...run,
        params: { header: forOrganization(organization) },
        body,
      }),
    ),
  );
  return (
    <Box component="section" className="surface" p="md" aria-label="Changed most since last month">
      <Title order={2} size="h5" mb="xs">
        Changed most since last month
      </Title>
      <ReportView report={report} height={220}>
        {rows => <ChangeLists rows={rows} />}
      </ReportView>
    </Box>
  );
}

function ChangeLists({ rows }: { rows: readonly Trend[] }) {
  const months = [...new Set(rows.map(({ month }) => month))].sort().slice(-2);
  const changes = toChanges(rows, months);
  if (months.length < 2 || changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing to compare yet: this takes weekly snapshots of two months.
      </Text>
    );
  }
  const down = changes.filter(({ by }) => by < 0).slice(0, CHANGES);
  const up = changes
    .filter(({ by }) => by > 0)
    .slice(-CHANGES)
    .reverse();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg">
      <ChangeList title="▼ Declined" changes={down} />
      <ChangeList title="▲ Improved" changes={up} />
    </SimpleGrid>
  );
}

interface Change {
  readonly id: string;
  readonly department: string;
  readonly measurement: string;
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

/** From the largest decline to the largest improvement. */
function toChanges(rows: readonly Trend[], [before, after]: readonly string[]): Change[] {
  const earlier = new Map<string, number>();
  const changes: Change[] = [];
  for (const { department, measurement, month, score } of rows) {
    const id = `${department.id} ${measurement.key}`;
    if (score === null) continue;
    if (month === before) earlier.set(id, score);
    const from = earlier.get(id);
    if (month !== after || from === undefined || from === score) continue;
    const names = { department: department.name, measurement: measurement.name };
    changes.push({ id, ...names, from, to: score, by: score - from });
  }
  return changes.sort((a, b) => a.by - b.by);
}

function ChangeList({ title, changes }: { title: string; changes: readonly Change[] }) {
  return (
    <Box>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      {changes.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing
        </Text>
      )}
      <ul className="changes">
        {changes.map(({ id, department, measurement, from, to, by }) => (
          <li key={id}>
            <b>{change(by)}</b>
            <span>
              {department}
              <Text size="xs" c="dimmed">
                {measurement} · {percent(from)} → {percent(to)}
              </Text>
            </span>
          </li>
        ))}
      </ul>
    </Box>
  );
}

/** What expires in the next months. */
function Upcoming({ organization }: { organization: string }) {
  const header = forOrganization(organization);
  const report = useReport(['upcoming', organization], run =>
    read(
      api.GET('/reporting/expirations', {
        ...run,
        params: { header, query: { days: 180, pageSize: 1 } },
      }),
    ),
  );
  return (
    <Box component="section" className="surface" p="md" aria-label="Expiring in 180 days">
      <Title order={2} size="h5" mb="xs">
        Expiring in 180 days
      </Title>
      <ReportView report={report} height={220}>
        {({ summary }) => (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {count(summary.achievements)} achievements and {count(summary.competencies)}{' '}
              competencies of {count(summary.members)} people
            </Text>
            <Suspense fallback={<Box h={220} />}>
              <ExpiryChart months={summary.byMonth} />
            </Suspense>
          </>
        )}
      </ReportView>
    </Box>
  );
}
