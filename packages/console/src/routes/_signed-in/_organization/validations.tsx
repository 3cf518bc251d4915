import { t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import type { Schemas } from '../../../api/client';
import { fileOf, reportQuery, startReport, useReport } from '../../../api/report';
import { choice, day, ids, number, searchOf, text } from '../../../search';
import { allOr, ChoiceFilter, DayFilter, Filters, SearchFilter } from '../../../ui/filters';
import { DepartmentsFilter, PeopleFilter } from '../../../ui/organization-filters';
import { OrganizationPage } from '../../../ui/organization-page';
import { EmptyState } from '../../../ui/page';
import { PagedReport } from '../../../ui/paged-report';
import { STANDING_STATUSES, statusName } from '../../../ui/status-badge';
import {
  type Column,
  dayColumn,
  personColumn,
  statusColumn,
  textColumn,
} from '../../../ui/table/columns';
import { criticalityName } from '../../../words';

type Validation = Schemas['CompetencyValidation'];

const PAGE_SIZE = 100;

const search = searchOf({
  departments: ids(),
  members: ids(),
  status: choice(STANDING_STATUSES),
  until: day(),
  q: text(),
  page: number(),
});
type Filters = ReturnType<typeof search>;

export const Route = createFileRoute('/_signed-in/_organization/validations')({
  validateSearch: search,
  beforeLoad: ({ context, search }) =>
    startReport(context, validationsReport(context.organization, search)),
  component: ValidationsPage,
});

function toQuery({ departments, members, status, until, q }: Filters) {
  // Dates are shown in UTC.
  return { departments, members, status, expiresBefore: until && `${until}T00:00:00Z`, q };
}

function validationsReport(organization: string, filters: Filters, pageSize = PAGE_SIZE) {
  const query = { ...toQuery(filters), page: filters.page ?? 1, pageSize };
  return reportQuery(organization, 'get', '/reporting/competency-validations', {
    params: { query },
  });
}

function ValidationsPage() {
  const { organization } = Route.useRouteContext();
  const filters = Route.useSearch();
  const report = useReport(validationsReport(organization, filters));
  const query = toQuery(filters);
  return (
    <OrganizationPage
      title={t`Validations`}
      about={t`Competencies of people with their current standing, and who validated them.`}
      download={fileOf(organization, 'get', '/reporting/competency-validations', {
        params: { query },
      })}
      schedule={{ report: 'competency-validations', parameters: query }}
    >
      <ValidationFilters />
      <PagedReport
        report={report}
        label={t`Validations`}
        columns={COLUMNS}
        rowId={row => `${row.memberId} ${row.competencyId}`}
        isPinned
        pageOf={(page, pageSize) => validationsReport(organization, { ...filters, page }, pageSize)}
        empty={
          Object.values(query).every(value => value === undefined) ? (
            <EmptyState title={t`No competencies recorded yet`}>
              {t`Validations appear once competency standings have been imported.`}
            </EmptyState>
          ) : (
            <EmptyState title={t`Nothing matches these filters`}>
              {t`Choose other departments or another status, or clear the search.`}
            </EmptyState>
          )
        }
      />
    </OrganizationPage>
  );
}

function ValidationFilters() {
  return (
    <Filters>
      <DepartmentsFilter />
      <PeopleFilter />
      <ChoiceFilter
        name="status"
        label={t`Status`}
        choices={allOr(STANDING_STATUSES, statusName)}
      />
      <DayFilter name="until" label={t`Expires before`} />
      <SearchFilter placeholder={t`Name or code`} />
    </Filters>
  );
}

const COLUMNS: Column<Validation>[] = [
  personColumn('person', t`Person`, row => ({ id: row.memberId, name: row.memberName })),
  textColumn('number', t`Number`, row => row.competencyNumber, 90),
  textColumn('competency', t`Competency`, row => row.competencyName, 260),
  textColumn('criticality', t`Criticality`, row => criticalityName(row.criticality), 110),
  statusColumn(170),
  dayColumn('validated', t`Validated`, row => row.validatedAt),
  dayColumn('expires', t`Expires`, row => row.expiresAt),
  textColumn('validator', t`Validated by`, row => row.validatorName, 170),
];
