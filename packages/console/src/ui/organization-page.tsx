import { t } from '@lingui/core/macro';
import { Button, Group, Text } from '@mantine/core';
import { useRouteContext } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useOrganizationName } from '../api/queries';
import type { RunDownload } from '../api/report';
import { timeName } from '../text/format';
import { DialogAction } from './buttons';
import { Downloads } from './downloads';
import { Icon } from './icons';
import { notify } from './notices';
import { EmptyState, Page } from './page';
import { SavedViews } from './saved-views';
import type { ShownReport } from './schedule/schedules';

const NewSchedule = lazy(() => import('./schedule/schedule-form'));

export function OrganizationPage(props: {
  title: string;
  about: ReactNode;
  download?: RunDownload;
  /** The report to schedule, or why it cannot be scheduled. */
  schedule?: ShownReport | { reason: string };
  /** Whether the report cannot be downloaded yet. */
  isIncomplete?: boolean;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { title, about, download, schedule, isIncomplete = false, actions, children } = props;
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
            <ScheduleReport {...{ title, shown: schedule, disabled: isIncomplete }} />
          )}
          {actions}
          {download && <Downloads run={download} disabled={isIncomplete} />}
        </Group>
      }
    >
      <Text className="print-only" size="sm">
        {name}
      </Text>
      {children}
    </Page>
  );
}

export function NobodyInReports() {
  return (
    <EmptyState title={t`No people in reports yet`}>
      {t`Departments appear when people with access are affiliated with them in a function other than “Employee”. If your reports are limited to certain departments, or to those that you administer, ask an operator which these are.`}
    </EmptyState>
  );
}

/** A line for prints only, with the time of the report and who printed it. */
export function PrintedBy({ asOf, children }: { asOf: string; children?: ReactNode }) {
  const { session } = useRouteContext({ from: '/_signed-in' });
  const by = t`As of ${timeName(asOf)}, printed by ${session.account.name}`;
  return (
    <Text className="print-only" size="xs">
      {children}
      {children !== undefined && ' · '}
      {by}
    </Text>
  );
}

/**
 * A button that schedules the report with its filters. The form is loaded when it is opened. If the report cannot be
 * scheduled, the button remains focusable and explains why.
 */
function ScheduleReport(props: {
  title: string;
  shown: ShownReport | { reason: string };
  disabled: boolean;
}) {
  const { title, shown, disabled } = props;
  const look = { size: 'xs', variant: 'default', leftSection: <Icon of={Mail} size={16} /> };
  if ('reason' in shown) {
    const { reason } = shown;
    const explain = () => notify({ message: reason });
    return (
      <Button {...look} data-disabled aria-disabled title={reason} onClick={explain}>
        {t`Schedule`}
      </Button>
    );
  }
  return (
    <DialogAction
      {...look}
      disabled={disabled}
      title={t`Send this report by e-mail`}
      content={close => (
        <Suspense>
          <NewSchedule {...{ title, shown }} onClose={close} />
        </Suspense>
      )}
    >
      {t`Schedule`}
    </DialogAction>
  );
}
