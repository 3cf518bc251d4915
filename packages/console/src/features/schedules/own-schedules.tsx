import { t } from '@lingui/core/macro';
import type { apiOf } from '../../api/client';
import { useOrganization } from '../../api/queries';
import { useReport } from '../../api/report';
import { Action, ConfirmedAction, DialogAction } from '../../ui/buttons';
import { notify } from '../../ui/notices';
import { EmptyState } from '../../ui/page';
import { ScheduleForm } from '../../ui/schedule/schedule-form';
import {
  type Schedule,
  type ScheduleRequest,
  SHOWN_BY_FORM,
  schedulesQuery,
  toScheduleRequest,
  useScheduleChange,
} from '../../ui/schedule/schedules';
import { runName, ScheduleList } from './schedule-table';

export function OwnSchedules() {
  return (
    <ScheduleList
      report={useReport(schedulesQuery(useOrganization()))}
      actions={schedule => <Actions schedule={schedule} />}
      empty={
        <EmptyState title={t`You have not scheduled a report yet`}>
          {t`Open a report, choose its filters, and press “Schedule”.`}
        </EmptyState>
      }
    />
  );
}

function EditForm({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  return (
    <ScheduleForm
      initial={toScheduleRequest(schedule)}
      action={t`Save`}
      sending={useReplace(schedule.id, { ...SHOWN_BY_FORM, onSuccess: onClose })}
      onCancel={onClose}
    />
  );
}

function Actions({ schedule }: { schedule: Schedule }) {
  const { id, name, isPaused, lastRun } = schedule;
  const params = { path: { id } };
  const replace = useReplace(id);
  const run = useScheduleChange(async api => {
    await api.post('/reporting/schedules/{id}/run', { params });
    return runAfter(api, id, lastRun);
  });
  const remove = useScheduleChange(api => api.remove('/reporting/schedules/{id}', { params }));
  const onRun = () =>
    run.mutate(undefined, {
      onSuccess: ran =>
        notify(
          ran === null
            ? { title: t`The report is on its way`, message: t`“${name}” still runs.` }
            : { title: t`“${name}” has run`, message: runName(ran) },
        ),
    });
  return (
    <>
      <DialogAction
        name={t`Edit ${name}`}
        title={t`Change the schedule`}
        content={close => <EditForm schedule={schedule} onClose={close} />}
      >
        {t`Edit`}
      </DialogAction>
      <Action
        name={isPaused ? t`Resume ${name}` : t`Pause ${name}`}
        loading={replace.isPending}
        onClick={() => replace.mutate({ ...toScheduleRequest(schedule), isPaused: !isPaused })}
      >
        {isPaused ? t`Resume` : t`Pause`}
      </Action>
      <Action name={t`Send ${name} now`} loading={run.isPending} onClick={onRun}>
        {t`Send now`}
      </Action>
      <DeleteButton name={name} change={remove} />
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
    const schedules = await api.get('/reporting/schedules');
    const ran = schedules.find(schedule => schedule.id === id)?.lastRun ?? null;
    if (ran !== null && ran.at !== before?.at) return ran;
  }
  return null;
}

export function DeleteButton(props: {
  name: string;
  change: Parameters<typeof ConfirmedAction>[0]['change'];
}) {
  const { name, change } = props;
  return (
    <ConfirmedAction
      name={t`Delete ${name}`}
      title={t`Delete the schedule?`}
      text={t`“${name}” is not sent any more. Mails that have not been sent yet are dropped.`}
      change={change}
    >
      {t`Delete`}
    </ConfirmedAction>
  );
}

function useReplace(id: string, options?: typeof SHOWN_BY_FORM & { onSuccess: () => void }) {
  const params = { path: { id } };
  return useScheduleChange(
    (api, body: ScheduleRequest) => api.put('/reporting/schedules/{id}', { params, body }),
    options,
  );
}
