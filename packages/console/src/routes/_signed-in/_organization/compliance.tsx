import { t } from '@lingui/core/macro';
import { createFileRoute } from '@tanstack/react-router';
import type { Schemas } from '../../../api/client';
import { fileOf, reportQuery, startReport, useReport } from '../../../api/report';
import { PeopleTable } from '../../../features/compliance/people-table';
import { choices, ids, numbers, searchOf, text, useSetFilters } from '../../../search';
import { Filters, ProfilesFilter, profilesParameter, SearchFilter } from '../../../ui/filters';
import {
  DepartmentsFilter,
  ManyFilter,
  MeasurementsFilter,
  PeopleFilter,
} from '../../../ui/organization-filters';
import { OrganizationPage } from '../../../ui/organization-page';
import { EmptyState } from '../../../ui/page';
import { ReportView } from '../../../ui/report-view';
import { FUNCTIONS, functionName, WORDS } from '../../../words';

type Request = Schemas['ComplianceSummaryRequest'];

const COUNTED = FUNCTIONS.filter(name => name !== 'Employee');
const ALL_MEASUREMENTS = Array.from({ length: 12 }, (_, index) => index + 1);

const search = searchOf({
  departments: ids(),
  measurements: numbers(12),
  members: ids(),
  profiles: profilesParameter,
  functions: choices(FUNCTIONS),
  q: text(),
});
type Filters = ReturnType<typeof search>;

export const Route = createFileRoute('/_signed-in/_organization/compliance')({
  validateSearch: search,
  beforeLoad: ({ context, search }) => {
    const body = toRequest(search);
    if (body !== null) startReport(context, summaryReport(context.organization, body));
  },
  component: CompliancePage,
});

/** Returns null if the API would reject the request as not narrow enough. */
function toRequest(filters: Omit<Filters, 'q'>): Request | null {
  const { departments, members, measurements, functions, profiles } = filters;
  if (departments === undefined && members === undefined) return null;
  const keys = measurements ?? (departments === undefined ? ALL_MEASUREMENTS : undefined);
  return {
    ...{ departments, members, functions },
    measurements: keys,
    profileCondition: profiles ?? 'compliance',
    emptyScore: 'notScored',
  };
}

function summaryReport(organization: string, body: Request) {
  return reportQuery(organization, 'post', '/reporting/compliance-summaries', { body });
}

function CompliancePage() {
  const { organization } = Route.useRouteContext();
  const { q = '', ...filters } = Route.useSearch();
  const body = toRequest(filters);
  return (
    <OrganizationPage
      title={t`Compliance`}
      about={t`The share of their requirements that each person satisfies now.`}
      isIncomplete={body === null}
      schedule={
        body === null
          ? { reason: t`Choose departments or people first: a report on everybody is too large.` }
          : { report: 'compliance-summaries', parameters: { ...body } }
      }
      download={fileOf(organization, 'post', '/reporting/compliance-summaries', {
        body: body ?? {},
      })}
    >
      <ComplianceFilters />
      {body === null ? (
        <EmptyState title={t`Choose departments or people`}>
          {t`Choose one or more under “Departments” or “People”, or a cell of the overview. To find one person in all departments, search at the top of the page.`}
        </EmptyState>
      ) : (
        <People organization={organization} body={body} q={q} />
      )}
    </OrganizationPage>
  );
}

function People({ organization, body, q }: { organization: string; body: Request; q: string }) {
  const report = useReport(summaryReport(organization, body));
  return <ReportView report={report}>{rows => <PeopleTable rows={rows} q={q} />}</ReportView>;
}

function ComplianceFilters() {
  const { departments, members, functions } = Route.useSearch();
  const setFilters = useSetFilters<Filters>();
  // At least one of them is required.
  const isOpen = departments === undefined && members === undefined;
  const choose = isOpen ? { placeholder: t`Choose…` } : {};
  return (
    <Filters>
      <DepartmentsFilter {...choose} />
      <MeasurementsFilter />
      <PeopleFilter {...choose} />
      <ProfilesFilter />
      <ManyFilter
        label={t`Functions`}
        about={WORDS.function}
        choices={FUNCTIONS.map(value => ({ value, label: functionName(value) }))}
        value={functions ?? COUNTED}
        onChange={chosen => {
          const value = FUNCTIONS.filter(name => chosen?.includes(name));
          const isDefault = value.length === 0 || value.join() === COUNTED.join();
          setFilters({ functions: isDefault ? undefined : value });
        }}
        width={400}
      />
      <SearchFilter placeholder={t`Name or code`} />
    </Filters>
  );
}
