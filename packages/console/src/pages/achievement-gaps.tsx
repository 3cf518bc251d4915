import { Badge, Box, Group, MultiSelect, Progress, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, forOrganization, read, type Schemas } from '../api/client';
import { useReport } from '../api/queries';
import { useFilters } from '../search';
import { type Column, DataTable, Pages } from '../ui/data-table';
import { Downloads } from '../ui/downloads';
import { ChoiceFilter, SearchFilter } from '../ui/filters';
import { count, percent, score, Time } from '../ui/format';
import { WithOrganization } from '../ui/organization';
import { Failure, Nothing, Page } from '../ui/page';
import { ReportView } from '../ui/report';

type Gaps = Schemas['AchievementGaps'];
type Gap = Gaps['items'][number];

const PAGE_SIZE = 50;
const STATUSES = [
  { value: 'all', label: 'All' },
  { value: 'missing', label: 'Missing' },
  { value: 'Pending', label: 'Pending' },
  { value: 'Expired', label: 'Expired' },
  { value: 'Submitted', label: 'Submitted' },
];

/** Who lacks an achievement that they should hold. */
export function AchievementGapsPage() {
  return (
    <WithOrganization>
      {handle => <AchievementGaps key={handle} organization={handle} />}
    </WithOrganization>
  );
}

function AchievementGaps({ organization }: { organization: string }) {
  const [filters, setFilters] = useFilters();
  const header = forOrganization(organization);
  // The most widely held one, until another is chosen.
  const first = useAchievements(organization, '');
  const achievementId = filters.achievement ?? first.data?.items[0]?.achievementId;
  const query = {
    achievementId: achievementId ?? '',
    ...(filters.types && { personTypes: filters.types }),
    ...(filters.status && { status: filters.status as Schemas['GapStatus'] }),
    ...(filters.q && { q: filters.q }),
    sort: (filters.sort ?? 'name') as Schemas['GapSort'],
    direction: filters.direction ?? ('asc' as const),
  };
  const paged = { ...query, page: filters.page ?? 1, pageSize: PAGE_SIZE };
  const report = useReport(
    ['gaps', organization, paged],
    run =>
      read(api.GET('/reporting/achievement-gaps', { ...run, params: { header, query: paged } })),
    { enabled: achievementId !== undefined },
  ) as ReturnType<typeof useReport<Gaps>>;

  return (
    <Page
      title="Achievement gaps"
      about="Who should hold an achievement and does not, as of now."
      actions={
        <Downloads
          disabled={achievementId === undefined}
          run={({ format, ...run }) =>
            api.GET('/reporting/achievement-gaps', {
              ...run,
              params: { header, query: { ...query, format } },
            })
          }
        />
      }
    >
      <Box className="filters">
        <AchievementFilter
          organization={organization}
          chosen={achievementId}
          name={report.query.data?.achievement.achievementName}
        />
        <ChoiceFilter label="Status" name="status" choices={STATUSES} fallback="all" />
        <PersonTypesFilter organization={organization} />
        <SearchFilter placeholder="Name of a person" />
      </Box>
      {first.isError && <Failure error={first.error} onRetry={() => void first.refetch()} />}
      {first.isSuccess && achievementId === undefined && (
        <Nothing title="No achievement is held here yet">
          Achievements appear with the first tickets that are imported.
        </Nothing>
      )}
      {achievementId !== undefined && (
        <ReportView report={report}>
          {gaps => (
            <>
              <GapSummary summary={gaps.summary} />
              {gaps.total === 0 ? (
                <Nothing title={gaps.summary.gaps === 0 ? 'No gaps' : 'Nobody fits these filters'}>
                  {gaps.summary.gaps === 0
                    ? 'Everybody who should hold it holds it.'
                    : 'Choose another status or person type, or clear the search.'}
                </Nothing>
              ) : (
                <DataTable
                  label="People with a gap"
                  columns={COLUMNS}
                  rows={gaps.items}
                  rowId={({ learnerAccountId }) => learnerAccountId}
                  remoteSort={{
                    columns: ['name', 'status', 'expires'],
                    sort: query.sort,
                    direction: query.direction,
                    onSort: (sort, direction) => setFilters({ sort, direction }),
                  }}
                />
              )}
              <Box mt="sm">
                <Pages
                  total={gaps.total}
                  page={gaps.page}
                  pageSize={gaps.pageSize}
                  onPage={page => setFilters({ page })}
                />
              </Box>
            </>
          )}
        </ReportView>
      )}
    </Page>
  );
}

function useAchievements(organization: string, q: string) {
  return useQuery({
    queryKey: ['achievements', organization, q],
    queryFn: ({ signal }) =>
      read(
        api.GET('/reporting/achievement-gaps/achievements', {
          signal,
          params: {
            header: forOrganization(organization),
            query: { pageSize: 50, ...(q !== '' && { q }) },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

function AchievementFilter(props: {
  organization: string;
  chosen: string | undefined;
  name: string | undefined;
}) {
  const { organization, chosen, name } = props;
  const [, setFilters] = useFilters();
  const [text, setText] = useState('');
  // What the field shows is no search.
  const [q] = useDebouncedValue(text === name ? '' : text, 250);
  const found = useAchievements(organization, q);
  const options = (found.data?.items ?? []).map(({ achievementId, achievementName, holders }) => ({
    value: achievementId,
    label: achievementName,
    holders,
  }));
  const isThere = chosen === undefined || options.some(({ value }) => value === chosen);
  return (
    <Select
      label="Achievement"
      data={isThere ? options : [{ value: chosen, label: name ?? '…', holders: 0 }, ...options]}
      value={chosen ?? null}
      onChange={value => value !== null && setFilters({ achievement: value })}
      onSearchChange={setText}
      filter={({ options: all }) => all}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" w="100%">
          <span>{option.label}</span>
          <Text span size="xs" c="dimmed">
            {count((option as unknown as { holders: number }).holders)} hold it
          </Text>
        </Group>
      )}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No achievement of that name"
      w={{ base: '100%', sm: 340 }}
    />
  );
}

function PersonTypesFilter({ organization }: { organization: string }) {
  const [{ types = [] }, setFilters] = useFilters();
  const { data = [] } = useQuery({
    queryKey: ['person-types', organization],
    queryFn: ({ signal }) =>
      read(
        api.GET('/reporting/achievement-gaps/person-types', {
          signal,
          params: { header: forOrganization(organization) },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <MultiSelect
      label="Person types"
      placeholder={types.length === 0 ? 'All' : undefined}
      data={data}
      value={types}
      onChange={value => setFilters({ types: value })}
      clearable
      w={{ base: '100%', sm: 240 }}
    />
  );
}

const GAP_COLORS = {
  missing: 'var(--scale-6)',
  Pending: 'var(--scale-5)',
  Expired: 'var(--scale-4)',
  Submitted: 'var(--scale-3)',
} as const;

/** Roster, valid and the gaps by standing, as one bar with its figures. */
function GapSummary({ summary }: { summary: Gaps['summary'] }) {
  const { roster, valid, gaps, standings, excludedNoPersonType } = summary;
  const parts = [
    { name: 'Valid', people: valid, color: 'var(--scale-1)' },
    ...standings.map(({ status, people }) => ({
      name: status === 'missing' ? 'Missing' : status,
      people,
      color: GAP_COLORS[status],
    })),
  ];
  return (
    <Box className="surface" p="md" mb="md">
      <Group gap="xl" mb="sm">
        <Figure label="Roster" value={count(roster)} />
        <Figure label="Valid" value={count(valid)} />
        <Figure label="Gaps" value={count(gaps)} />
        <Figure label="Covered" value={percent(score(valid, roster))} />
        {excludedNoPersonType > 0 && (
          <Figure label="Left out, no person type" value={count(excludedNoPersonType)} />
        )}
      </Group>
      <Progress.Root size={14} radius="sm" aria-hidden="true">
        {parts.map(({ name, people, color }) => (
          <Progress.Section
            key={name}
            value={roster === 0 ? 0 : (people / roster) * 100}
            color={color}
            style={{ borderRight: '1px solid var(--page-surface)' }}
          />
        ))}
      </Progress.Root>
      <Group gap="lg" mt="xs">
        {parts.map(({ name, people, color }) => (
          <Group key={name} gap={6}>
            <Box w={10} h={10} bg={color} style={{ border: '1px solid var(--page-line)' }} />
            <Text size="sm">
              {name} <b>{count(people)}</b>
            </Text>
          </Group>
        ))}
      </Group>
    </Box>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <Box>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={650} lh={1.2}>
        {value}
      </Text>
    </Box>
  );
}

const COLUMNS: Column<Gap>[] = [
  { id: 'name', header: 'Name', value: gap => gap.learnerName, width: 180 },
  {
    id: 'status',
    header: 'Status',
    value: gap => gap.status,
    cell: gap => (
      <Badge variant="default" size="sm" radius="sm" tt="none">
        {gap.status ?? 'Missing'}
      </Badge>
    ),
    width: 110,
  },
  {
    id: 'expires',
    header: 'Expires',
    value: gap => gap.expiresAt,
    cell: gap => <Time at={gap.expiresAt} dateOnly />,
    width: 120,
  },
  {
    id: 'issued',
    header: 'Issued',
    value: gap => gap.issuedAt,
    cell: gap => <Time at={gap.issuedAt} dateOnly />,
    width: 120,
  },
  { id: 'type', header: 'Person type', value: gap => gap.personType, width: 130 },
  { id: 'job', header: 'Job title', value: gap => gap.jobTitle, width: 180 },
  { id: 'email', header: 'E-mail', value: gap => gap.email, width: 240 },
  { id: 'code', header: 'Code', value: gap => gap.personCode, width: 100 },
];
