import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { apiQuery, type Schemas } from '../../../api/client';
import { achievementsQuery, directoryQuery } from '../../../api/queries';
import { fileOf, reportQuery, startReport, useReport } from '../../../api/report';
import { GapSummary } from '../../../features/achievement-gaps/gap-summary';
import { choice, ids, number, searchOf, text, texts, useSetFilters } from '../../../search';
import { allOr, ChoiceFilter, Filters, SearchFilter } from '../../../ui/filters';
import { DepartmentsFilter, ManyFilter } from '../../../ui/organization-filters';
import { OrganizationPage } from '../../../ui/organization-page';
import { EmptyState } from '../../../ui/page';
import { PagedReport } from '../../../ui/paged-report';
import { ReportView } from '../../../ui/report-view';
import { AchievementField } from '../../../ui/select-fields';
import { statusName } from '../../../ui/status-badge';
import { SwitchFilter } from '../../../ui/switch-filter';
import {
  type Column,
  dayColumn,
  personColumn,
  requiredColumn,
  statusColumn,
  textColumn,
} from '../../../ui/table/columns';

const PAGE_SIZE = 50;
const SORTS = ['name', 'status', 'expires'] as const;
const GAPS = ['missing', 'Pending', 'Expired', 'Submitted'] as const;
const STATUSES = allOr(GAPS, statusName);

const search = searchOf({
  achievement: text(),
  required: choice(['all']),
  status: choice(GAPS),
  departments: ids(),
  types: texts(),
  q: text(),
  sort: choice(SORTS),
  direction: choice(['asc', 'desc']),
  page: number(),
});
type Filters = ReturnType<typeof search>;

export const Route = createFileRoute('/_signed-in/_organization/achievement-gaps')({
  validateSearch: search,
  beforeLoad: ({ context: { queryClient, organization }, search }) => {
    startGaps(queryClient, organization, search).catch(() => undefined);
  },
  component: AchievementGapsPage,
});

/** Starts both requests before the page renders; the second depends on the first. */
async function startGaps(queryClient: QueryClient, organization: string, filters: Filters) {
  const achievementId = filters.achievement ?? (await firstAchievement(queryClient, organization));
  if (achievementId !== undefined) {
    startReport({ queryClient }, gapsReport(organization, achievementId, filters));
  }
}

async function firstAchievement(queryClient: QueryClient, organization: string) {
  const { items } = await queryClient.query(achievementsQuery(organization, '', 'lacking'));
  return items[0]?.achievementId;
}

function toQuery(achievementId: string, filters: Filters) {
  const { required, departments, types, status, q, sort = 'name', direction = 'asc' } = filters;
  return {
    ...{ achievementId, departments, status, q, sort, direction },
    personTypes: types,
    requiredOnly: required !== 'all',
  };
}

function gapsReport(
  organization: string,
  achievementId: string,
  filters: Filters,
  pageSize = PAGE_SIZE,
) {
  const query = { ...toQuery(achievementId, filters), page: filters.page ?? 1, pageSize };
  return reportQuery(organization, 'get', '/reporting/achievement-gaps', { params: { query } });
}

function AchievementGapsPage() {
  const { organization, session } = Route.useRouteContext();
  const filters = Route.useSearch();
  // By default, the achievement that most people lack.
  const first = useReport(achievementsQuery(organization, '', 'lacking'));
  const achievementId = filters.achievement ?? first.query.data?.items[0]?.achievementId;
  const query = toQuery(achievementId ?? '', filters);
  return (
    <OrganizationPage
      title={t`Achievement gaps`}
      about={
        <>
          {filters.required === 'all'
            ? t`Who does not currently hold an achievement, whether or not it is required of them.`
            : t`Who must hold an achievement but currently does not.`}{' '}
          {t`Everybody with access counts, whatever their function.`}{' '}
          {session.roles.reportAccess && (
            <Trans>
              Competencies are in the{' '}
              <Link className="person" to="/matrix">
                matrix
              </Link>
              , which counts only people reported on.
            </Trans>
          )}
        </>
      }
      isIncomplete={achievementId === undefined}
      schedule={{ report: 'achievement-gaps', parameters: query }}
      download={fileOf(organization, 'get', '/reporting/achievement-gaps', { params: { query } })}
    >
      {achievementId !== undefined ? (
        <AchievementGaps achievementId={achievementId} />
      ) : (
        <ReportView report={first}>
          {() => (
            <EmptyState title={t`No achievements recorded yet`}>
              {t`Achievements appear once they have been imported.`}
            </EmptyState>
          )}
        </ReportView>
      )}
    </OrganizationPage>
  );
}

function AchievementGaps({ achievementId }: { achievementId: string }) {
  const { organization, session } = Route.useRouteContext();
  const filters = Route.useSearch();
  const setFilters = useSetFilters<Filters>();
  const report = useReport(gapsReport(organization, achievementId, filters));
  const departments = useDepartmentsOfMembers(organization, session.roles);
  const columns = useMemo(() => columnsFor(departments), [departments]);
  return (
    <>
      <GapFilters
        achievementId={achievementId}
        name={report.query.data?.achievement.achievementName}
      />
      <PagedReport
        report={report}
        label={t`People with a gap`}
        columns={columns}
        rowId={({ learnerAccountId }) => learnerAccountId}
        sorting={{
          id: filters.sort ?? 'name',
          direction: filters.direction ?? 'asc',
          isSortable: isSort,
          onSort: (sort, direction) => isSort(sort) && setFilters({ sort, direction }),
        }}
        pageOf={(page, pageSize) =>
          gapsReport(organization, achievementId, { ...filters, page }, pageSize)
        }
        summary={({ summary }) => (
          <GapSummary summary={summary} isRequired={filters.required !== 'all'} />
        )}
        empty={({ summary }) =>
          summary.gaps === 0 ? (
            <NoGaps roster={summary.roster} filters={filters} />
          ) : (
            <EmptyState title={t`Nobody matches these filters`}>
              {t`Choose another status or person type, or clear the search.`}
            </EmptyState>
          )
        }
      />
    </>
  );
}

function NoGaps({ roster, filters }: { roster: number; filters: Filters }) {
  if (roster > 0)
    return <EmptyState title={t`No gaps`}>{t`Everybody counted here holds it.`}</EmptyState>;
  if (filters.departments !== undefined || (filters.types && filters.required !== 'all')) {
    return (
      <EmptyState title={t`Nobody matches these filters`}>
        {t`Choose other departments or filters.`}
      </EmptyState>
    );
  }
  return filters.required === 'all' ? (
    <EmptyState
      title={t`Nobody has one of these person types`}
    >{t`Choose others under “Person types”.`}</EmptyState>
  ) : (
    <EmptyState title={t`Nobody is required to hold it`}>
      {t`Choose another achievement, or include people not required to hold it.`}
    </EmptyState>
  );
}

function isSort(id: string): id is (typeof SORTS)[number] {
  return SORTS.some(sort => sort === id);
}

function GapFilters({ achievementId, name }: { achievementId: string; name: string | undefined }) {
  const { organization, session } = Route.useRouteContext();
  const { types } = Route.useSearch();
  const setFilters = useSetFilters<Filters>();
  const { data: personTypes } = useQuery(
    apiQuery('person-types', organization, '/reporting/achievement-gaps/person-types'),
  );
  return (
    <Filters>
      <AchievementField
        {...{ organization, sort: 'lacking', chosenName: name ?? '…', value: achievementId }}
        onChange={achievement => achievement !== null && setFilters({ achievement })}
        allowDeselect={false}
        none={t`No achievement with that name. Competencies are in the matrix.`}
        w={{ base: '100%', sm: 280 }}
      />
      {session.roles.reportAccess && <DepartmentsFilter />}
      <ChoiceFilter name="status" label={t`Status`} choices={STATUSES} width={140} />
      <ManyFilter
        label={t`Person types`}
        choices={(personTypes ?? []).map(value => ({ value, label: value }))}
        isLoading={personTypes === undefined}
        value={types}
        onChange={value => setFilters({ types: value })}
        width={170}
      />
      <SearchFilter placeholder={t`Name or code`} />
      <SwitchFilter name="required" label={t`Required only`} off="all" />
    </Filters>
  );
}

type Gap = Schemas['AchievementGaps']['items'][number];

/** Returns the columns. With report access, names are links to people, and departments by member are shown. */
function columnsFor(departments: ReadonlyMap<string, string> | null): Column<Gap>[] {
  if (departments === null)
    return [textColumn('name', NAME, gap => gap.learnerName, 180), ...COLUMNS];
  return [
    personColumn('name', NAME, gap => ({ id: gap.memberId, name: gap.learnerName }), 180),
    textColumn('departments', t`Departments`, gap => departments.get(gap.memberId) ?? '', 180),
    ...COLUMNS,
  ];
}

const NAME = t`Name`;

const COLUMNS: Column<Gap>[] = [
  statusColumn(130),
  dayColumn('expires', t`Expires`, gap => gap.expiresAt),
  dayColumn('issued', t`Issued`, gap => gap.issuedAt),
  textColumn('type', t`Person type`, gap => gap.personType, 130),
  textColumn('job', t`Job title`, gap => gap.jobTitle, 180),
  textColumn('email', t`E-mail`, gap => gap.email, 240),
  textColumn('code', t`Code`, gap => gap.personCode, 100),
  requiredColumn(),
];

/**
 * Returns the names of departments by member, as in files: without those of employees; null without access to the
 * directory.
 */
function useDepartmentsOfMembers(
  organization: string,
  { reportAccess }: { reportAccess: boolean },
): ReadonlyMap<string, string> | null {
  const { data } = useQuery({ ...directoryQuery(organization), enabled: reportAccess });
  return useMemo(() => {
    if (!reportAccess) return null;
    const names = new Map(data?.departments.map(({ id, name }) => [id, name]));
    const found = new Map<string, string>();
    for (const { memberId, departmentId, function: role } of data?.affiliations ?? []) {
      if (role === 'Employee') continue;
      const name = names.get(departmentId);
      const before = found.get(memberId);
      if (name !== undefined) found.set(memberId, before ? `${before}; ${name}` : name);
    }
    return found;
  }, [data, reportAccess]);
}
