import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import * as z from 'zod/mini';
import { apiOf, type Schemas } from '../../../api/client';
import { overviewReport } from '../../../api/overview';
import { reportOptions, startReport, useReport } from '../../../api/report';
import { Changes } from '../../../features/overview/changes';
import { arrange, type MapSort, toComplianceMap } from '../../../features/overview/compliance-map';
import { Headline } from '../../../features/overview/headline';
import { HeatMap } from '../../../features/overview/heat-map';
import { type Past, toPast } from '../../../features/overview/past';
import { choice, searchOf, stringifySearch, text, useSetFilters } from '../../../search';
import { Time } from '../../../text/format';
import { Filters, SearchFilter } from '../../../ui/filters';
import { OrganizationPage } from '../../../ui/organization-page';
import { Nothing } from '../../../ui/page';
import { type Profiles, ProfilesFilter, profilesParameter } from '../../../ui/profiles';
import { ReportView } from '../../../ui/report-view';

const KEYS = Array.from({ length: 12 }, (_, index) => String(index + 1));

const search = searchOf(
  z.object({
    profiles: profilesParameter(),
    q: text(),
    /** `name`, `all`, or the key of a measurement. */
    sort: choice(['name', 'all', ...KEYS]),
    direction: choice(['asc', 'desc']),
  }),
);

export const Route = createFileRoute('/_signed-in/_organization/overview')({
  validateSearch: search,
  loaderDeps: ({ search: { profiles } }) => ({ profiles }),
  loader: ({ context: { queryClient, organization }, deps: { profiles } }) => {
    startReport(queryClient, overviewReport(organization, profiles));
  },
  component: OverviewPage,
});

/** Two years of snapshots: today is compared with last month and last year. There are none of "all". */
function trendsReport(organization: string, profiles: Profiles = 'compliance') {
  const profileCondition = profiles === 'primary' ? 'primary' : 'compliance';
  return reportOptions(organization, ['trends-of-all', profileCondition], (api, call) =>
    api.post('/reporting/compliance-trends', { ...call, body: { profileCondition, months: 24 } }),
  );
}

/** Where an organization stands now, where it moved, and what comes. */
function OverviewPage() {
  const { organization } = Route.useRouteContext();
  const { profiles } = Route.useSearch();
  const setFilters = useSetFilters<ReturnType<typeof search>>();
  const report = useReport(overviewReport(organization, profiles));
  // The map comes first: what stands beside it, and what it is compared with, would delay it.
  const isFirst = report.query.isPending;
  const trends = useQuery({
    ...trendsReport(organization, profiles),
    enabled: report.query.isSuccess && profiles !== 'all',
  });
  const past = useMemo(
    () => (trends.data === undefined ? null : toPast(trends.data)),
    [trends.data],
  );
  const rows = report.query.data?.rows;
  const map = useMemo(() => (rows === undefined ? null : toComplianceMap(rows)), [rows]);
  return (
    <OrganizationPage
      title={t`Overview`}
      about={
        report.query.data === undefined ? (
          t`What each department satisfies now of what is required.`
        ) : (
          <>
            <Trans>
              What each department satisfies of what is required, as of{' '}
              <Time at={report.query.data.asOf} />.
            </Trans>
          </>
        )
      }
      download={(format, call) =>
        apiOf(organization).GET('/reporting/compliance-overview', {
          ...call,
          params: { query: { profileCondition: profiles ?? 'compliance', format } },
        })
      }
      schedule={{
        report: 'compliance-overview',
        parameters: { profileCondition: profiles ?? 'compliance' },
      }}
    >
      <Headline organization={organization} all={map?.all ?? null} past={past} waits={isFirst} />
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
        {({ rows }) => <Departments rows={rows} past={past} />}
      </ReportView>
    </OrganizationPage>
  );
}

function Departments(props: {
  rows: readonly Schemas['DepartmentCompliance'][];
  past: Past | null;
}) {
  const { rows, past } = props;
  const { organization } = Route.useRouteContext();
  const { profiles, q = '', sort = 'name', direction = 'asc' } = Route.useSearch();
  const setFilters = useSetFilters<ReturnType<typeof search>>();
  const map = useMemo(() => toComplianceMap(rows), [rows]);
  const order = { sort: toSort(sort), direction };
  const address = useCallback(
    (department: string, measurement?: number) =>
      `compliance${stringifySearch({ organization, departments: [department], measurements: measurement, profiles })}`,
    [organization, profiles],
  );
  const matrixOf = useCallback(
    (department: string) =>
      `matrix${stringifySearch({ organization, departments: [department], lacking: 'people' })}`,
    [organization],
  );
  const departments = arrange(map, order, q);
  if (rows.length === 0) {
    return (
      <Nothing title={t`Nobody is reported on yet`}>
        {t`Departments appear when people with access are affiliated with them in a function other than “Employee”.`}
      </Nothing>
    );
  }
  if (departments.length === 0) {
    return (
      <Nothing title={t`No department of that name`}>{t`Clear the search to see all.`}</Nothing>
    );
  }
  return (
    <>
      <HeatMap
        {...{ map, departments, order, address, matrixOf }}
        lastMonth={past?.lastMonth ?? null}
        onSort={next =>
          setFilters({
            sort: next.sort === 'name' ? undefined : String(next.sort),
            direction: next.direction === 'asc' ? undefined : next.direction,
          })
        }
      />
      {profiles !== 'all' && past !== null && <Changes map={map} lastMonth={past.lastMonth} />}
    </>
  );
}

function toSort(sort: string): MapSort {
  return sort === 'name' || sort === 'all' ? sort : Number(sort);
}
