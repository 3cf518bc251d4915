import { plural, t } from '@lingui/core/macro';
import { Group, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import type { Report } from '../../api/report';
import { Time } from '../../text/format';
import { ListReport, type ReportPage } from '../../ui/paged-report';
import { recurrenceName } from '../../ui/schedule/recurrence-fields';
import type { Schedule } from '../../ui/schedule/schedules';
import { Tag } from '../../ui/status-badge';
import { Row } from '../../ui/table/headed-table';

export function ScheduleList<Of extends Schedule>(props: {
  report: Report<readonly Of[] | ReportPage<Of>>;
  detail?: (schedule: Of) => ReactNode;
  actions: (schedule: Of) => ReactNode;
  empty: ReactNode;
}) {
  const { report, detail, actions, empty } = props;
  return (
    <ListReport
      {...{ report, empty }}
      label={t`Schedules`}
      titles={[t`Name`, t`When`, t`Recipients`, t`Next`, t`Last run`, '']}
      minWidth={1000}
      row={schedule => (
        <Row
          key={schedule.id}
          cells={[
            <Fragment key="name">
              <Text fw={600}>{schedule.name}</Text>
              <Text size="xs" c="dimmed">
                {REPORTS[schedule.report]}, {schedule.format === 'xlsx' ? 'Excel' : 'CSV'}
              </Text>
              {detail?.(schedule)}
            </Fragment>,
            recurrenceName(schedule.recurrence),
            schedule.recipients.length,
            <Fragment key="next">
              {schedule.isPaused ? <Tag>{t`Paused`}</Tag> : <Time at={schedule.nextRunAt} />}
              {schedule.pauseReason !== null && (
                <Text size="xs" c="dimmed">
                  {PAUSE_REASONS[schedule.pauseReason]}
                </Text>
              )}
            </Fragment>,
            <LastRun key="last" run={schedule.lastRun} />,
            <Group key="actions" gap="xs" justify="flex-end" wrap="nowrap">
              {actions(schedule)}
            </Group>,
          ]}
        />
      )}
    />
  );
}

function LastRun({ run }: { run: Schedule['lastRun'] }) {
  if (run === null) {
    return (
      <Text size="sm" c="dimmed">
        {t`Not yet`}
      </Text>
    );
  }
  return (
    <>
      <Time at={run.at} />
      <Text size="xs" maw={260} {...(run.outcome === 'failed' ? { fw: 600 } : { c: 'dimmed' })}>
        {runName(run)}
      </Text>
    </>
  );
}

const REPORTS: Readonly<Record<Schemas['ScheduledReport'], string>> = {
  'achievement-gaps': t`Achievement gaps`,
  'compliance-overview': t`Overview`,
  'compliance-summaries': t`Compliance`,
  'compliance-trends': t`Trends`,
  'competency-validations': t`Validations`,
  'directory-contacts': t`Directory`,
  expirations: t`Expiring`,
  'monthly-statistics': t`Monthly statistics`,
  people: t`One person`,
};

type PauseReason = NonNullable<Schemas['Schedule']['pauseReason']>;

const PAUSE_REASONS: Readonly<Record<PauseReason, string>> = {
  owner: t`By its owner`,
  operator: t`By an operator`,
  left: t`Its owner has left`,
  'no-report-access': t`Its owner has no report access`,
};

const REASONS: Readonly<Record<Schemas['LeftOutReason'], string>> = {
  'not-a-member': t`no access to the organization`,
  disabled: t`account disabled`,
  'no-email': t`no e-mail`,
  'no-report-access': t`no report access`,
  unsubscribed: t`ended by the link in a mail`,
};

/** Describes a run, such as `Sent to 2 people; left out: 1 (no report access)`. */
export function runName(run: NonNullable<Schemas['Schedule']['lastRun']>): string {
  const { outcome, sentTo, leftOut, error } = run;
  const reasons = [...new Set(leftOut.map(({ reason }) => REASONS[reason]))].join(', ');
  const rest = leftOut.length === 0 ? '' : t`; left out: ${leftOut.length} (${reasons})`;
  switch (outcome) {
    case 'sent':
      return plural(sentTo, { one: 'Sent to # person', other: 'Sent to # people' }) + rest;
    case 'skipped':
      return t`Not sent: there were no rows`;
    case 'failed':
      return t`Failed: ${error ?? t`the report could not be created`}` + rest;
  }
}
