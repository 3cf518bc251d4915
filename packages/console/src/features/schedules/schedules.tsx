import { plural, t } from '@lingui/core/macro';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { apiOf, type Schemas } from '../../api/client';
import { useOrganization } from '../../api/queries';
import { type Report, useReport } from '../../api/report';
import { Dimmed, Time } from '../../text/format';
import { DialogAction } from '../../ui/buttons';
import { ChangeAction } from '../../ui/change';
import { notify } from '../../ui/notices';
import { EmptyState } from '../../ui/page';
import { ListReport, type ReportPage } from '../../ui/paged-report';
import { recurrenceName } from '../../ui/schedule/recurrence-fields';
import { ScheduleForm } from '../../ui/schedule/schedule-form';
import {
  allSchedulesQuery,
  SCHEDULES,
  type Schedule,
  type ScheduleRequest,
  schedulesQuery,
  toScheduleRequest,
} from '../../ui/schedule/schedules';
import { Tag } from '../../ui/status-badge';
import { Row } from '../../ui/table/headed-table';

function ScheduleList<Of extends Schedule>(props: {
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
        <Row key={schedule.id}>
          <>
            <Text fw={600}>{schedule.name}</Text>
            <Dimmed size="xs">
              {REPORTS[schedule.report]}, {schedule.format === 'xlsx' ? 'Excel' : 'CSV'}
            </Dimmed>
            {detail?.(schedule)}
          </>
          {recurrenceName(schedule.recurrence)}
          {schedule.recipients.length}
          <>
            {schedule.isPaused ? <Tag>{t`Paused`}</Tag> : <Time at={schedule.nextRunAt} />}
            {schedule.pauseReason !== null && (
              <Dimmed size="xs">{PAUSE_REASONS[schedule.pauseReason]}</Dimmed>
            )}
          </>
          <LastRun run={schedule.lastRun} />
          <Group gap="xs" justify="flex-end" miw={{ sm: 'max-content' }}>
            {actions(schedule)}
          </Group>
        </Row>
      )}
    />
  );
}

function LastRun({ run }: { run: Schedule['lastRun'] }) {
  if (run === null) return <Dimmed>{t`Not yet`}</Dimmed>;
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

const PAUSE_REASONS: Readonly<Record<NonNullable<Schedule['pauseReason']>, string>> = {
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
  unsubscribed: t`unsubscribed by the link in an e-mail`,
};

/** Describes a run, such as `Sent to 2 people; left out: 1 (no report access)`. */
function runName(run: NonNullable<Schedule['lastRun']>): string {
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

export function OwnSchedules() {
  return (
    <ScheduleList
      report={useReport(schedulesQuery(useOrganization()))}
      actions={schedule => <OwnActions schedule={schedule} />}
      empty={
        <EmptyState title={t`No scheduled reports yet`}>
          {t`Open a report, choose its filters, and press “Schedule”.`}
        </EmptyState>
      }
    />
  );
}

function OwnActions({ schedule }: { schedule: Schedule }) {
  const { id, name, isPaused, lastRun } = schedule;
  const api = apiOf(useOrganization());
  const params = { path: { id } };
  const replace = (body: ScheduleRequest) => api.put('/reporting/schedules/{id}', { params, body });
  const run = async () => {
    await api.post('/reporting/schedules/{id}/run', { params });
    return runAfter(api, id, lastRun);
  };
  const showRun = (ran: Schedule['lastRun']) =>
    notify(
      ran === null
        ? { title: t`The report is on its way`, message: t`“${name}” is still running.` }
        : { title: t`“${name}” has run`, message: runName(ran) },
    );
  return (
    <>
      <DialogAction
        name={t`Edit ${name}`}
        title={t`Change the schedule`}
        content={close => (
          <ScheduleForm
            initial={toScheduleRequest(schedule)}
            action={t`Save`}
            send={replace}
            onClose={close}
          />
        )}
      >
        {t`Edit`}
      </DialogAction>
      <ChangeAction
        name={isPaused ? t`Resume ${name}` : t`Pause ${name}`}
        send={() => replace({ ...toScheduleRequest(schedule), isPaused: !isPaused })}
        stale={SCHEDULES}
      >
        {isPaused ? t`Resume` : t`Pause`}
      </ChangeAction>
      <ChangeAction name={t`Send ${name} now`} send={run} onFinished={showRun} stale={SCHEDULES}>
        {t`Send`}
      </ChangeAction>
      <DeleteButton name={name} send={() => api.remove('/reporting/schedules/{id}', { params })} />
    </>
  );
}

const WAIT_MS = 500;
const MAX_WAITS = 40;

/** Waits for a run that ends after `before`; null if it takes too long. */
async function runAfter(
  api: ReturnType<typeof apiOf>,
  id: string,
  before: Schedule['lastRun'],
): Promise<Schedule['lastRun']> {
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    await new Promise(resolve => setTimeout(resolve, WAIT_MS));
    // The report is on its way, even if its outcome cannot be read now.
    const schedules = await api.get('/reporting/schedules').catch(() => []);
    const ran = schedules.find(schedule => schedule.id === id)?.lastRun ?? null;
    if (ran !== null && ran.at !== before?.at) return ran;
  }
  return null;
}

function DeleteButton({ name, send }: { name: string; send: () => Promise<unknown> }) {
  return (
    <ChangeAction
      name={t`Delete ${name}`}
      title={t`Delete the schedule?`}
      text={t`“${name}” will no longer be sent. E-mails not sent yet are dropped.`}
      send={send}
      stale={SCHEDULES}
    >
      {t`Delete`}
    </ChangeAction>
  );
}

/** All schedules of the organization, which operators can pause and delete. */
export function AllSchedules({ page }: { page: number }) {
  return (
    <ScheduleList
      report={useReport(allSchedulesQuery(useOrganization(), page))}
      detail={({ owner }) => (
        <Dimmed size="xs">
          {owner.email === null ? owner.name : `${owner.name} (${owner.email})`}
        </Dimmed>
      )}
      actions={schedule => <OperatorActions schedule={schedule} />}
      empty={<EmptyState title={t`No scheduled reports yet`} />}
    />
  );
}

function OperatorActions({ schedule }: { schedule: Pick<Schedule, 'id' | 'name' | 'isPaused'> }) {
  const { id, name, isPaused } = schedule;
  const api = apiOf(useOrganization());
  const params = { path: { id } };
  return (
    <>
      {!isPaused && (
        <ChangeAction
          name={t`Pause ${name}`}
          send={() => api.post('/notification/schedules/{id}/pause', { params })}
          stale={SCHEDULES}
        >
          {t`Pause`}
        </ChangeAction>
      )}
      <DeleteButton
        name={name}
        send={() => api.remove('/notification/schedules/{id}', { params })}
      />
    </>
  );
}
