import { t } from '@lingui/core/macro';
import { Button, Group, Text } from '@mantine/core';
import { useRouteContext } from '@tanstack/react-router';
import { Mail } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useOrganizationName } from '../api/queries';
import type { RunDownload } from '../api/report';
import { timeName } from '../text/format';
import { Downloads } from './downloads';
import { Icon } from './icons';
import { notify } from './notices';
import { Page } from './page';
import { SavedViews } from './saved-views';
import { type NotSchedulable, type ShownReport } from './schedule/schedules';

const ScheduleDialog = lazy(() => import('./schedule/schedule-dialog'));

export function OrganizationPage(props: {
  title: string;
  about: ReactNode;
  download?: RunDownload;
  /** The report to schedule, or why it cannot be scheduled. */
  schedule?: ShownReport | NotSchedulable;
  /** Whether the report cannot be downloaded yet. */
  isIncomplete?: boolean;
  actions?: ReactNode;
  filters?: ReactNode;
  children: ReactNode;
}) {
  const { title, about, download, schedule, isIncomplete = false, actions } = props;
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
      {props.filters}
      {props.children}
    </Page>
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
 * A button that schedules the report with its filters. The form is loaded when it is first opened. If the report cannot
 * be scheduled, the button remains focusable and explains why.
 */
function ScheduleReport(props: {
  title: string;
  shown: ShownReport | NotSchedulable;
  disabled: boolean;
}) {
  const { disabled, shown, ...report } = props;
  // Undefined until it is first opened.
  const [isOpen, setIsOpen] = useState<boolean>();
  const reason = 'reason' in shown ? shown.reason : undefined;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon of={Mail} size={16} />}
        disabled={disabled && reason === undefined}
        data-disabled={reason !== undefined || undefined}
        aria-disabled={reason !== undefined || undefined}
        title={reason}
        onClick={() => (reason === undefined ? setIsOpen(true) : notify({ message: reason }))}
      >
        {t`Schedule`}
      </Button>
      {isOpen !== undefined && 'report' in shown && (
        <Suspense>
          <ScheduleDialog {...{ ...report, shown, isOpen }} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
