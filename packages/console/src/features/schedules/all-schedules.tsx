import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useOrganization } from '../../api/queries';
import { useReport } from '../../api/report';
import { Action } from '../../ui/buttons';
import { EmptyState } from '../../ui/page';
import { allSchedulesQuery, type Schedule, useScheduleChange } from '../../ui/schedule/schedules';
import { DeleteButton } from './own-schedules';
import { ScheduleList } from './schedule-table';

/** All schedules of the organization, which operators can pause and delete. */
export function AllSchedules({ page }: { page: number }) {
  return (
    <ScheduleList
      report={useReport(allSchedulesQuery(useOrganization(), page))}
      detail={({ owner }) => (
        <Text size="xs" c="dimmed">
          {owner.email === null ? owner.name : `${owner.name} (${owner.email})`}
        </Text>
      )}
      actions={schedule => <Actions schedule={schedule} />}
      empty={<EmptyState title={t`Nobody has scheduled a report of this organization`} />}
    />
  );
}

function Actions({ schedule }: { schedule: Pick<Schedule, 'id' | 'name' | 'isPaused'> }) {
  const { id, name, isPaused } = schedule;
  const params = { path: { id } };
  const pause = useScheduleChange(api =>
    api.post('/notification/schedules/{id}/pause', { params }),
  );
  const remove = useScheduleChange(api => api.remove('/notification/schedules/{id}', { params }));
  return (
    <>
      {!isPaused && (
        <Action name={t`Pause ${name}`} loading={pause.isPending} onClick={() => pause.mutate()}>
          {t`Pause`}
        </Action>
      )}
      <DeleteButton name={name} change={remove} />
    </>
  );
}
