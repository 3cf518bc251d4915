import { t } from '@lingui/core/macro';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { apiOf } from '../../../api/client';
import { startReport, useReport } from '../../../api/report';
import {
  AT_ONCE,
  type MatrixRequest,
  matrixReport,
  profilesQuery,
  requirementsQuery,
} from '../../../features/matrix/matrix';
import { MatrixView } from '../../../features/matrix/matrix-view';
import { RecordsOfItem } from '../../../features/person/records-of-item';
import { refusalOf } from '../../../navigation';
import { choice, ids, number, numbers, searchOf, text, useSetFilters } from '../../../search';
import { ChoiceFilter, Filters, SearchFilter } from '../../../ui/filters';
import { ManyFilter } from '../../../ui/many-filter';
import { DepartmentsFilter, MeasurementsFilter } from '../../../ui/organization-filters';
import { OrganizationPage } from '../../../ui/organization-page';
import { Nothing } from '../../../ui/page';
import { ReportView } from '../../../ui/report-view';
import { Pages } from '../../../ui/table/pages';

const search = searchOf(
  z.object({
    departments: ids(),
    measurements: numbers(12),
    achievements: ids(),
    competencies: ids(),
    profiles: ids(),
    lacking: choice(['people', 'both', 'columns']),
    sort: choice(['lacking']),
    columnsSort: choice(['lacking']),
    q: text(),
    page: number(),
    columnsPage: number(),
  }),
);
type Filters = ReturnType<typeof search>;

export const Route = createFileRoute('/_signed-in/_organization/matrix')({
  validateSearch: search,
  loaderDeps: ({ search: filters }) => filters,
  loader: ({ context: { queryClient, organization, session }, deps }) => {
    const isScoped = session.organizations.some(
      ({ handle, rights }) => handle === organization && rights.reportDepartments !== null,
    );
    const body = toRequest(deps, isScoped);
    if (body !== null) startReport(queryClient, matrixReport(organization, body));
    return { body };
  },
  component: MatrixPage,
});

/** What the report takes as it stands in the address. */
const GIVEN = [
  ...(['departments', 'measurements', 'achievements', 'competencies', 'profiles'] as const),
  ...(['sort', 'columnsSort', 'q'] as const),
];

/** Null where the API would refuse it as too wide: somebody who is shown everything chooses departments. */
function toRequest(filters: Filters, isScoped: boolean): MatrixRequest | null {
  const { departments, lacking, page, columnsPage } = filters;
  if (departments === undefined && !isScoped) return null;
  const chosen = GIVEN.flatMap(name =>
    filters[name] === undefined ? [] : [[name, filters[name]] as const],
  );
  return {
    ...Object.fromEntries(chosen),
    lackingOnly: lacking === 'people' || lacking === 'both',
    columnsLackingOnly: lacking === 'columns' || lacking === 'both',
    ...{ page: page ?? 1, pageSize: AT_ONCE },
    ...{ columnsPage: columnsPage ?? 1, columnsPageSize: AT_ONCE },
  };
}

/** People by what is required of them. */
function MatrixPage() {
  const { organization } = Route.useRouteContext();
  const { body } = Route.useLoaderData();
  return (
    <OrganizationPage
      title={t`Matrix`}
      about={t`Who has what of all that is required, and until when.`}
      isIncomplete={body === null}
      download={(format, call) =>
        apiOf(organization).POST('/reporting/matrix', {
          ...call,
          params: { query: { format } },
          body: body ?? {},
        })
      }
      filters={<MatrixFilters isSelected={body !== null} />}
    >
      {body === null ? (
        <Nothing title={t`Choose departments`}>
          {t`Choose one or more under “Departments”, or a department of the overview.`}
        </Nothing>
      ) : (
        <People body={body} />
      )}
    </OrganizationPage>
  );
}

function People({ body }: { body: MatrixRequest }) {
  const { organization, session } = Route.useRouteContext();
  const setFilters = useSetFilters<Filters>();
  const report = useReport(matrixReport(organization, body));
  const keepsRecords = refusalOf('records', session, organization) === null;
  return (
    <ReportView report={report}>
      {matrix =>
        matrix.total === 0 || matrix.columnsTotal === 0 ? (
          <Nothing title={t`Nobody lacks anything here, or nothing is required`}>
            {t`Choose other departments or filters.`}
          </Nothing>
        ) : (
          <>
            <MatrixView
              matrix={matrix}
              recordOf={
                keepsRecords
                  ? (memberId, itemId) => (
                      <RecordsOfItem records={{ organization, memberId }} itemId={itemId} />
                    )
                  : null
              }
            />
            <Pages {...matrix} onPage={(page, options) => setFilters({ page }, options)} />
            {matrix.columnsTotal > AT_ONCE && (
              <nav aria-label={t`Requirements`}>
                <Pages
                  total={matrix.columnsTotal}
                  page={body.columnsPage ?? 1}
                  pageSize={AT_ONCE}
                  onPage={(columnsPage, options) => setFilters({ columnsPage }, options)}
                />
              </nav>
            )}
          </>
        )
      }
    </ReportView>
  );
}

const ORDERS = [
  { value: 'usual', label: t`As usual` },
  { value: 'lacking', label: t`Most lacking first` },
] as const;

function MatrixFilters({ isSelected }: { isSelected: boolean }) {
  const { organization } = Route.useRouteContext();
  const filters = Route.useSearch();
  const { departments, measurements, lacking, sort, columnsSort, q } = filters;
  const change = useSetFilters<Filters>();
  // Another selection begins at its first column.
  const setFilters: typeof change = (filter, options) =>
    change({ columnsPage: undefined, ...filter }, options);
  const only = (isPeople: boolean, isColumns: boolean) =>
    setFilters({
      lacking: isPeople ? (isColumns ? 'both' : 'people') : isColumns ? 'columns' : undefined,
    });
  const isPeople = lacking === 'people' || lacking === 'both';
  const isColumns = lacking === 'columns' || lacking === 'both';
  return (
    <Filters set={Object.values(filters)}>
      <DepartmentsFilter
        organization={organization}
        placeholder={t`Choose…`}
        value={departments}
        onChange={value => setFilters({ departments: value })}
      />
      <MeasurementsFilter
        organization={organization}
        value={measurements}
        onChange={value => setFilters({ measurements: value })}
      />
      {isSelected && <SelectionFilters departments={departments} onChange={setFilters} />}
      <ChoiceFilter
        label={t`Order of people`}
        choices={ORDERS}
        value={sort}
        fallback="usual"
        onChange={value => setFilters({ sort: value === 'lacking' ? value : undefined })}
      />
      <ChoiceFilter
        label={t`Order of requirements`}
        choices={ORDERS}
        value={columnsSort}
        fallback="usual"
        width={190}
        onChange={value => setFilters({ columnsSort: value === 'lacking' ? value : undefined })}
      />
      <SearchFilter placeholder={t`Name or code`} q={q} onChange={setFilters} />
      <Switch
        label={t`Only who lacks something`}
        checked={isPeople}
        onChange={({ currentTarget }) => only(currentTarget.checked, isColumns)}
        mt={32}
      />
      <Switch
        label={t`Only what somebody lacks`}
        checked={isColumns}
        onChange={({ currentTarget }) => only(isPeople, currentTarget.checked)}
        mt={32}
      />
    </Filters>
  );
}

/** "Requirements" and "Profiles" of the departments, which are read when they are opened or set. */
function SelectionFilters(props: {
  departments: string[] | undefined;
  onChange: (change: Partial<Filters>) => void;
}) {
  const { departments, onChange } = props;
  const { organization } = Route.useRouteContext();
  const { achievements = [], competencies = [], profiles } = Route.useSearch();
  const [opened, setOpened] = useState({ requirements: false, profiles: false });
  const chosen = [...achievements, ...competencies];
  const items = useQuery({
    ...requirementsQuery(organization, departments),
    enabled: opened.requirements || chosen.length > 0,
  });
  const named = useQuery({
    ...profilesQuery(organization, departments),
    enabled: opened.profiles || profiles !== undefined,
  });
  const choices = items.data ?? [];
  const kindOf = (id: string) => choices.find(({ value }) => value === id)?.kind;
  return (
    <>
      <ManyFilter
        label={t`Requirements`}
        choices={choices}
        isLoading={items.isFetching}
        value={chosen.length === 0 ? undefined : chosen}
        onOpen={() => setOpened(before => ({ ...before, requirements: true }))}
        onChange={(ids = []) => {
          const of = (kind: string) => ids.filter(id => kindOf(id) === kind);
          const [held, able] = [of('achievement'), of('competency')];
          onChange({
            achievements: held.length === 0 ? undefined : held,
            competencies: able.length === 0 ? undefined : able,
          });
        }}
      />
      <ManyFilter
        label={t`Profiles`}
        choices={named.data ?? []}
        isLoading={named.isFetching}
        value={profiles}
        onOpen={() => setOpened(before => ({ ...before, profiles: true }))}
        onChange={value => onChange({ profiles: value })}
      />
    </>
  );
}
