import { Group, Text } from '@mantine/core';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOrganizationName } from '../api/queries';
import type { RunDownload } from '../api/report';
import { Downloads } from './downloads';
import { Page } from './page';
import { SavedViews } from './saved-views';
import { ScheduleReport } from './schedule/schedule-report';
import type { NotSchedulable, ShownReport } from './schedule/schedules';

/** A page about an organization: heading, description, then its views and files, then filters and figures. */
export function OrganizationPage(props: {
  title: string;
  about: ReactNode;
  /** Requests the page's report as a file. */
  download?: RunDownload;
  /** The page's report as it can be scheduled, or why it cannot. */
  schedule?: ShownReport | NotSchedulable;
  /** Whether there is nothing to download yet. */
  isIncomplete?: boolean;
  /** What else one can do with what is shown. */
  actions?: ReactNode;
  filters?: ReactNode;
  children: ReactNode;
}) {
  const {
    title,
    about,
    download,
    schedule,
    isIncomplete = false,
    actions,
    filters,
    children,
  } = props;
  const { organization, session } = useRouteContext({ from: '/_signed-in/_organization' });
  const name = useOrganizationName(session, organization);
  return (
    <Page
      title={title}
      about={about}
      actions={
        <Group gap="xs" className="no-print">
          <SavedViews />
          {schedule && session.roles.reportAccess && (
            <ScheduleReport {...{ organization, title, shown: schedule, disabled: isIncomplete }} />
          )}
          {actions}
          {download && <Downloads run={download} disabled={isIncomplete} />}
        </Group>
      }
    >
      <Text className="print-only" size="sm">
        {name}
      </Text>
      {filters}
      {children}
    </Page>
  );
}
