import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type apiOf, read } from '../../api/client';
import { Confirm } from '../../ui/confirm';
import { Dialog } from '../../ui/dialog';
import { notify } from '../../ui/notices';
import { Failure, Nothing } from '../../ui/page';
import { showRefusal } from '../../ui/refusal';
import { ScheduleForm } from '../../ui/schedule/schedule-form';
import {
  type Schedule,
  schedulesQuery,
  toScheduleRequest,
  useScheduleChange,
} from '../../ui/schedule/schedules';
import { ScheduleTable } from './schedule-table';
import { runName } from './words';

const FAILED = { title: t`The schedule was not changed`, message: t`Try again.` };

/** The viewer's own schedules. */
export function OwnSchedules({ organization }: { organization: string }) {
  const schedules = useQuery(schedulesQuery(organization));
  const [editing, setEditing] = useState<Schedule | null>(null);
  if (schedules.isError) {
    return <Failure error={schedules.error} onRetry={() => void schedules.refetch()} />;
  }
  if (schedules.data?.length === 0) {
    return (
      <Nothing title={t`You have not scheduled a report yet`}>
        {t`Open a report, choose its filters, and press “Schedule”.`}
      </Nothing>
    );
  }
  return (
    <>
      <ScheduleTable
        schedules={schedules.data ?? []}
        actions={schedule => (
          <Actions
            organization={organization}
            schedule={schedule}
            onEdit={() => setEditing(schedule)}
          />
        )}
      />
      <Dialog
        opened={editing !== null}
        onClose={() => setEditing(null)}
        title={t`Change the schedule`}
      >
        {editing !== null && (
          <EditForm
            key={editing.id}
            organization={organization}
            schedule={editing}
            onClose={() => setEditing(null)}
          />
        )}
      </Dialog>
    </>
  );
}

function EditForm(props: { organization: string; schedule: Schedule; onClose: () => void }) {
  const { organization, schedule, onClose } = props;
  const replace = useReplace(organization);
  return (
    <ScheduleForm
      organization={organization}
      initial={toScheduleRequest(schedule)}
      action={t`Save`}
      isSaving={replace.isPending}
      error={replace.error}
      onSave={request => replace.mutate({ ...schedule, ...request }, { onSuccess: onClose })}
      onCancel={onClose}
    />
  );
}

function Actions(props: { organization: string; schedule: Schedule; onEdit: () => void }) {
  const { organization, schedule, onEdit } = props;
  const { id, name, isPaused, lastRun } = schedule;
  const replace = useReplace(organization);
  const run = useScheduleChange(organization, async api => {
    await read(api.POST('/reporting/schedules/{id}/run', { params: { path: { id } } }));
    return runAfter(api, id, lastRun);
  });
  const remove = useScheduleChange(organization, api =>
    read(api.DELETE('/reporting/schedules/{id}', { params: { path: { id } } })),
  );
  const onError = (error: unknown) => showRefusal(error, FAILED);
  const onRun = () =>
    run.mutate(undefined, {
      onError,
      onSuccess: ran =>
        notify(
          ran === null
            ? { title: t`The report is on its way`, message: t`“${name}” still runs.` }
            : { title: t`“${name}” has run`, message: runName(ran) },
        ),
    });
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={onEdit} aria-label={t`Edit ${name}`}>
        {t`Edit`}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        loading={replace.isPending}
        onClick={() => replace.mutate({ ...schedule, isPaused: !isPaused }, { onError })}
        aria-label={`${isPaused ? t`Resume` : t`Pause`} ${name}`}
      >
        {isPaused ? t`Resume` : t`Pause`}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        loading={run.isPending}
        onClick={onRun}
        aria-label={t`Run ${name} now`}
      >
        {t`Run now`}
      </Button>
      <DeleteButton name={name} onDelete={() => remove.mutate(undefined, { onError })} />
    </>
  );
}

const WAIT_MS = 500;
const MOST_WAITS = 40;

/** The run that ends after another one; null where it takes long. */
async function runAfter(
  api: ReturnType<typeof apiOf>,
  id: string,
  before: Schedule['lastRun'],
): Promise<Schedule['lastRun']> {
  for (let waits = 0; waits < MOST_WAITS; waits++) {
    await new Promise(resolve => setTimeout(resolve, WAIT_MS));
    const schedules = await read(api.GET('/reporting/schedules'));
    const ran = schedules.find(schedule => schedule.id === id)?.lastRun ?? null;
    if (ran !== null && ran.at !== before?.at) return ran;
  }
  return null;
}

/** Asks before a schedule is deleted. */
export function DeleteButton({ name, onDelete }: { name: string; onDelete: () => void }) {
  return (
    <Confirm
      title={t`Delete the schedule?`}
      text={t`“${name}” is not sent any more. Mails that have not been sent yet are dropped.`}
      action={t`Delete`}
      onConfirm={onDelete}
    >
      {ask => (
        <Button size="compact-sm" variant="default" onClick={ask} aria-label={t`Delete ${name}`}>
          {t`Delete`}
        </Button>
      )}
    </Confirm>
  );
}

function useReplace(organization: string) {
  return useScheduleChange(organization, (api, schedule: Schedule) =>
    read(
      api.PUT('/reporting/schedules/{id}', {
        params: { path: { id: schedule.id } },
        body: toScheduleRequest(schedule),
      }),
    ),
  );
}
