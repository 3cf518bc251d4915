import { t } from '@lingui/core/macro';
import { Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useReport } from '../../../api/report';
import { PreviewTable } from '../../../features/reminders/preview-table';
import {
  previewQuery,
  RemindersForm,
  remindersQuery,
} from '../../../features/reminders/reminders-form';
import { day, searchOf } from '../../../search';
import { DayFilter } from '../../../ui/filters';
import { Failure, Page } from '../../../ui/page';
import { ReportView } from '../../../ui/report-view';

const search = searchOf({ date: day() });

export const Route = createFileRoute('/_signed-in/_organization/reminders')({
  validateSearch: search,
  component: RemindersPage,
});

function RemindersPage() {
  const { organization } = Route.useRouteContext();
  const settings = useQuery(remindersQuery(organization));
  return (
    <Page
      title={t`Reminders`}
      about={t`One mail per person and day about what expires: once for each of the days below, until it is renewed.`}
    >
      {settings.isError && (
        <Failure error={settings.error} onRetry={() => void settings.refetch()} />
      )}
      {settings.data !== undefined && (
        <RemindersForm organization={organization} initial={settings.data} />
      )}
      <Preview />
    </Page>
  );
}

function Preview() {
  const { organization } = Route.useRouteContext();
  const { date } = Route.useSearch();
  const report = useReport(previewQuery(organization, date));
  return (
    <>
      <Group align="flex-end" justify="space-between">
        <Title order={2}>{t`What would be sent with the saved settings`}</Title>
        <DayFilter name="date" label={t`Day`} fallback={report.query.data?.date} />
      </Group>
      <ReportView report={report}>{({ items }) => <PreviewTable items={items} />}</ReportView>
    </>
  );
}
