import { t } from '@lingui/core/macro';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { directoryQuery, subjectsQuery } from '../../../api/queries';
import { fileOf, startReport, useReport } from '../../../api/report';
import {
  type MatrixRequest,
  matrixReport,
  PAGE_SIZE,
  requirementsQuery,
} from '../../../features/matrix/matrix';
import { MatrixView } from '../../../features/matrix/matrix-view';
import { RecordsOfItem } from '../../../features/person/edit-records';
import { refusalOf } from '../../../navigation';
import { choice, ids, number, numbers, searchOf, text, useSetFilters } from '../../../search';
import { ChoiceFilter, Filters, SearchFilter, useFilter } from '../../../ui/filters';
import {
  DepartmentsFilter,
  ManyFilter,
  MeasurementsFilter,
  useChoices,
} from '../../../ui/organization-filters';
import { NobodyInReports, OrganizationPage } from '../../../ui/organization-page';
import { EmptyState } from '../../../ui/page';
import { ReportView } from '../../../ui/report-view';
import { FilterSwitch } from '../../../ui/switch-filter';
import { Pages } from '../../../ui/table/pages';

const search = searchOf({
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
});
type Filters = ReturnType<typeof search>;
type Lacking = 'people' | 'columns';

export const Route = createFileRoute('/_signed-in/_organization/matrix')({
  validateSearch: search,
  beforeLoad: ({ context, search }) => {
    const { organization, session } = context;
    const isScoped = session.organizations.some(
      ({ handle, rights }) => handle === organization && rights.reportDepartments !== null,
    );
    const body = toRequest(search, isScoped);
    if (body !== null) startReport(context, matrixReport(organization, body));
    return { body };
  },
  component: MatrixPage,
});

/**
 * Returns null if the API would reject the request as not narrow enough: users without a scope must choose
 * departments.
 */
function toRequest(filters: Filters, isScoped: boolean): MatrixRequest | null {
  const { departments, measurements, achievements, competencies, profiles } = filters;
  const { lacking, sort, columnsSort, q, page = 1, columnsPage = 1 } = filters;
  if (departments === undefined && !isScoped) return null;
  return {
    ...{ departments, measurements, achievements, competencies, profiles, sort, columnsSort, q },
    lackingOnly: lacking === 'people' || lacking === 'both',
    columnsLackingOnly: lacking === 'columns' || lacking === 'both',
    ...{ page, pageSize: PAGE_SIZE, columnsPage, columnsPageSize: PAGE_SIZE },
  };
}

function MatrixPage() {
  const { organization, body } = Route.useRouteContext();
  return (
    <OrganizationPage
      title={t`Matrix`}
      about={t`Who holds which requirements, and until when. A requirement that a person has in several departments counts once.`}
      isIncomplete={body === null}
      download={fileOf(organization, 'post', '/reporting/matrix', { body: body ?? {} })}
    >
      <MatrixFilters isSelected={body !== null} />
      {body === null ? <Unchosen /> : <People body={body} />}
    </OrganizationPage>
  );
}

const MAX_DEPARTMENTS = 100;

/** Asks for departments, and offers all of them if they are few. */
function Unchosen() {
  const { organization } = Route.useRouteContext();
  const setFilters = useSetFilters<Filters>();
  const { data } = useQuery(directoryQuery(organization));
  const departments = data?.departments.map(({ id }) => id) ?? [];
  return (
    <EmptyState title={t`Choose departments`}>
      {t`Choose one or more under “Departments”, or a department of the overview.`}
      {departments.length > 0 && departments.length <= MAX_DEPARTMENTS && (
        <Group justify="center" mt="sm">
          <Button onClick={() => setFilters({ departments })}>{t`All departments`}</Button>
        </Group>
      )}
    </EmptyState>
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
        matrix.summary.people === 0 &&
        (body.departments ?? body.profiles ?? body.q) === undefined ? (
          <NobodyInReports />
        ) : matrix.summary.people === 0 ? (
          <EmptyState title={t`Nobody matches these filters`}>
            {t`Choose other departments, or clear the search.`}
          </EmptyState>
        ) : matrix.total === 0 || matrix.columnsTotal === 0 ? (
          <EmptyState title={t`Nobody lacks anything here, or nothing is required`}>
            {t`Choose other departments or filters.`}
          </EmptyState>
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
            <Pages {...matrix} />
            {(matrix.columnsTotal > PAGE_SIZE || body.columnsPage !== 1) && (
              <Pages
                label={t`Requirements`}
                total={matrix.columnsTotal}
                page={body.columnsPage ?? 1}
                pageSize={PAGE_SIZE}
                onPage={(columnsPage, options) => setFilters({ columnsPage }, options)}
              />
            )}
          </>
        )
      }
    </ReportView>
  );
}

const LACKING_FIRST = { value: 'lacking', label: t`Most lacking first` };
const ORDERS = [{ value: 'name', label: t`By name` }, LACKING_FIRST];
const COLUMN_ORDERS = [{ value: 'measurement', label: t`By measurement` }, LACKING_FIRST];

function MatrixFilters({ isSelected }: { isSelected: boolean }) {
  return (
    <Filters>
      <DepartmentsFilter placeholder={t`Choose…`} />
      <MeasurementsFilter />
      {isSelected && <SelectionFilters />}
      <ChoiceFilter name="sort" label={t`Order of people`} choices={ORDERS} width={190} />
      <ChoiceFilter
        name="columnsSort"
        label={t`Order of requirements`}
        choices={COLUMN_ORDERS}
        width={190}
      />
      <SearchFilter placeholder={t`Name or code`} />
      <LackingFilter of="people" other="columns" label={t`Only who lacks something`} />
      <LackingFilter of="columns" other="people" label={t`Only what somebody lacks`} />
    </Filters>
  );
}

/** One of two switches that share a parameter of the address. */
function LackingFilter(props: { of: Lacking; other: Lacking; label: string }) {
  const { of, other, label } = props;
  const [lacking, set] = useFilter<Lacking | 'both'>('lacking');
  const isOther = lacking === other || lacking === 'both';
  return (
    <FilterSwitch
      label={label}
      checked={lacking === of || lacking === 'both'}
      onChange={({ currentTarget: { checked } }) =>
        set(checked ? (isOther ? 'both' : of) : isOther ? other : undefined)
      }
    />
  );
}

/** Filters by requirements and profiles of the departments, which are loaded when a filter is opened or has a value. */
function SelectionFilters() {
  const onChange = useSetFilters<Filters>();
  const { organization } = Route.useRouteContext();
  const { departments, achievements = [], competencies = [], profiles } = Route.useSearch();
  const chosen = [...achievements, ...competencies];
  const { data: choices = [], ...loading } = useChoices(
    requirementsQuery(organization, departments),
    chosen.length > 0,
  );
  const { data: named = [], ...loadingNamed } = useChoices(
    subjectsQuery(organization, { kinds: ['profile'], departments }, Infinity),
    profiles !== undefined,
  );
  const unknown = t`Not in these departments`;
  const isAchievement = new Set([
    ...achievements,
    ...choices.filter(({ kind }) => kind === 'achievement').map(({ value }) => value),
  ]);
  return (
    <>
      <ManyFilter
        label={t`Requirements`}
        {...{ choices, unknown, ...loading }}
        value={chosen.length === 0 ? undefined : chosen}
        onChange={(ids = []) =>
          onChange({
            achievements: undefined,
            competencies: undefined,
            ...Object.groupBy(ids, id => (isAchievement.has(id) ? 'achievements' : 'competencies')),
          })
        }
      />
      <ManyFilter
        label={t`Profiles`}
        {...{ unknown, ...loadingNamed }}
        choices={named.map(({ id, name }) => ({ value: id, label: name }))}
        value={profiles}
        onChange={value => onChange({ profiles: value })}
      />
    </>
  );
}
