import { Box, Group, Switch, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { api, forOrganization, read, type Schemas } from '../api/client';
import { useReport } from '../api/queries';
import { type Search, useFilters } from '../search';
import { type Column, DataTable, Pages } from '../ui/data-table';
import { Downloads } from '../ui/downloads';
import { ChoiceFilter, DepartmentsFilter, SearchFilter } from '../ui/filters';
import { count, Time } from '../ui/format';
import { WithOrganization } from '../ui/organization';
import { Nothing, Page } from '../ui/page';
import { ReportView } from '../ui/report';

const ExpiryChart = lazy(() => import('../ui/expiry-chart'));

type Expirations = Schemas['ExpirationPage'];
type Expiration = Expirations['items'][number];

const PAGE_SIZE = 100;
const DAYS = [30, 90, 180, 365].map(days => ({ value: String(days), label: `${days} days` }));
const KINDS = [
  { value: 'all', label: 'Both' },
  { value: 'achievement', label: 'Achievements' },
  { value: 'competency', label: 'Competencies' },
];

/** Who will lose what, and when. */
export function ExpiringPage() {
  return (
    <WithOrganization>{handle => <Expiring key={handle} organization={handle} />}</WithOrganization>
  );
}

function Expiring({ organization }: { organization: string }) {
  const [filters, setFilters] = useFilters();
  const header = forOrganization(organization);
  const query = toQuery(filters);
  const paged = { ...query, page: filters.page ?? 1, pageSize: PAGE_SIZE };
  const report = useReport(['expirations', organization, paged], run =>
    read(api.GET('/reporting/expirations', { ...run, params: { header, query: paged } })),
  );

  return (
    <Page
      title="Expiring"
      about="What people hold now and will lose unless it is renewed."
      actions={
        <Downloads
          run={({ format, ...run }) =>
            api.GET('/reporting/expirations', {
              ...run,
              params: { header, query: { ...query, format } },
            })
          }
        />
      }
    >
      <Box className="filters">
        <ChoiceFilter label="Days" name="days" choices={DAYS} fallback="90" toValue={Number} />
        <DepartmentsFilter organization={organization} />
        <ChoiceFilter label="Kinds" name="kinds" choices={KINDS} fallback="all" />
        <SearchFilter placeholder="Name of a person" />
        <Switch
          label="Required only"
          checked={filters.required !== 'all'}
          onChange={({ currentTarget }) =>
            setFilters({ required: currentTarget.checked ? undefined : 'all' })
          }
          mt={32}
        />
      </Box>
      <ReportView report={report}>
        {data => (
          <>
            <Box className="surface" p="md" mb="md">
              <Group gap="xl" mb="sm">
                <Figure label="People" value={data.summary.members} />
                <Figure label="Achievements" value={data.summary.achievements} />
                <Figure label="Competencies" value={data.summary.competencies} />
              </Group>
              <Suspense fallback={<Box h={220} />}>
                <ExpiryChart months={data.summary.byMonth} />
              </Suspense>
            </Box>
            {data.total === 0 ? (
              <Nothing title="Nothing expires in this time">
                Look further ahead under “Days”, or include what is not required.
              </Nothing>
            ) : (
              <DataTable
                label="Expirations by date"
                columns={COLUMNS}
                rows={data.items}
                rowId={row => `${row.kind} ${row.memberId} ${row.itemId}`}
                isUnsorted
              />
            )}
            <Box mt="sm">
              <Pages {...data} onPage={page => setFilters({ page })} />
            </Box>
          </>
        )}
      </ReportView>
    </Page>
  );
}

function toQuery({ days = 90, departments, kinds, required, q }: Search) {
  return {
    days,
    requiredOnly: required !== 'all',
    ...(departments && { departments }),
    ...(kinds && { kinds: [kinds as Schemas['ExpirationKind']] }),
    ...(q && { q }),
  };
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <Box>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={650} lh={1.2}>
        {count(value)}
      </Text>
    </Box>
  );
}

const COLUMNS: Column<Expiration>[] = [
  {
    id: 'expires',
    header: 'Expires',
    value: row => row.expiresAt,
    cell: row => <Time at={row.expiresAt} dateOnly />,
    width: 120,
  },
  {
    id: 'left',
    header: 'Days left',
    align: 'right',
    value: row => row.daysLeft,
    cell: row => <b>{count(row.daysLeft)}</b>,
    width: 90,
  },
  { id: 'person', header: 'Person', value: row => row.memberName, width: 180 },
  {
    id: 'item',
    header: 'What expires',
    value: row => row.itemName,
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
    width: 280,
  },
  {
    id: 'measurement',
    header: 'Measurement',
    value: row => row.measurement.name,
    width: 230,
  },
  {
    id: 'required',
    header: 'Required',
    value: row => row.isRequired,
    cell: row => (row.isRequired ? 'Yes' : 'No'),
    width: 90,
  },
  { id: 'email', header: 'E-mail', value: row => row.memberEmail, width: 230 },
];
