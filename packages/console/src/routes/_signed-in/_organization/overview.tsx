import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { fileOf, reportQuery, startReport, useReport } from '../../../api/report';
import { Changes } from '../../../features/overview/changes';
import {
  arrange,
  type ComplianceMap,
  type Past,
  toComplianceMap,
  toPast,
} from '../../../features/overview/compliance-map';
import { Headline } from '../../../features/overview/headline';
import { HeatMap } from '../../../features/overview/heat-map';
import { choice, searchOf, text, useSetFilters } from '../../../search';
import { Time } from '../../../text/format';
import { Filters, ProfilesFilter, profilesParameter, SearchFilter } from '../../../ui/filters';
import { NobodyInReports, OrganizationPage } from '../../../ui/organization-page';
import { EmptyState } from '../../../ui/page';
import { ReportView } from '../../../ui/report-view';

const KEYS = Array.from({ length: 12 }, (_, index) => String(index + 1));

const search = searchOf({
  profiles: profilesParameter,
  q: text(),
  /** `name`, `all`, or the key of a measurement. */
  sort: choice(['name', 'all', ...KEYS]),
  direction: choice(['asc', 'desc']),
});

type Filters = ReturnType<typeof search>;
type Profiles = Filters['profiles'];

export const Route = createFileRoute('/_signed-in/_organization/overview')({
  validateSearch: search,
  beforeLoad: ({ context, search }) =>
    startReport(context, overviewReport(context.organization, search.profiles)),
  component: OverviewPage,
});

function overviewReport(organization: string, profileCondition: Profiles = 'compliance') {
  const params = { query: { profileCondition, figures: true } };
  return reportQuery(organization, 'get', '/reporting/compliance-overview', { params });
}

function OverviewPage() {
  const { organization } = Route.useRouteContext();
  const { profiles } = Route.useSearch();
  const parameters = { profileCondition: profiles ?? 'compliance' };
  const setFilters = useSetFilters<Filters>();
  const report = useReport(overviewReport(organization, profiles));
  const { data, isError } = report.query;
  const map = useMemo(() => data && toComplianceMap(data.rows), [data]);
  const past = useMemo(() => (data?.past ? toPast(data.past, new Date(data.asOf)) : null), [data]);
  return (
    <OrganizationPage
      title={t`Overview`}
      about={
        data === undefined ? (
          t`The share of its requirements that each department satisfies now.`
        ) : (
          <Trans>
            The share of its requirements that each department satisfies, as of{' '}
            <Time at={data.asOf} />. A requirement that a person has in several departments counts
            in each.
          </Trans>
        )
      }
      download={fileOf(organization, 'get', '/reporting/compliance-overview', {
        params: { query: parameters },
      })}
      schedule={{ report: 'compliance-overview', parameters }}
    >
      <Headline {...{ organization, isError, past }} data={data?.headline} all={map?.all ?? null} />
      <Filters>
        <SearchFilter placeholder={t`Name of a department`} />
        <ProfilesFilter />
        <Button
          variant="default"
          mt={24}
          onClick={() => setFilters({ sort: 'all', direction: undefined })}
        >
          {t`Worst first`}
        </Button>
      </Filters>
      <ReportView report={report} height={480}>
        {() => map && <Departments map={map} past={past} />}
      </ReportView>
    </OrganizationPage>
  );
}

function Departments({ map, past }: { map: ComplianceMap; past: Past | null }) {
  const { organization } = Route.useRouteContext();
  const { profiles, q = '', sort = 'name', direction = 'asc' } = Route.useSearch();
  const setFilters = useSetFilters<Filters>();
  const order = { id: sort, direction };
  const departments = arrange(map, order, q);
  if (map.departments.length === 0) return <NobodyInReports />;
  if (departments.length === 0) {
    return (
      <EmptyState
        title={t`No department with that name`}
      >{t`Clear the search to see all.`}</EmptyState>
    );
  }
  return (
    <>
      <HeatMap
        {...{ map, departments, order, organization, profiles }}
        lastMonth={past?.lastMonth ?? null}
        onSort={({ id, direction: next }) =>
          setFilters({
            sort: id === 'name' ? undefined : id,
            direction: next === 'asc' ? undefined : next,
          })
        }
      />
      {profiles !== 'all' && past !== null && <Changes map={map} lastMonth={past.lastMonth} />}
    </>
  );
}
