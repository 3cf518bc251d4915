import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useOrganization } from '../../api/queries';
import { Action } from '../../ui/buttons';
import { EmptyState, Failure } from '../../ui/page';
import { allSchedulesQuery, type Schedule, useScheduleChange } from '../../ui/schedule/schedules';
import { Pages } from '../../ui/table/pages';
import { DeleteButton } from './own-schedules';
import { ScheduleTable } from './schedule-table';

/** All schedules of the organization, which operators can pause and delete. */
export function AllSchedules({ page }: { page: number }) {
  const schedules = useQuery(allSchedulesQuery(useOrganization(), page));
  if (schedules.isError) {
    return <Failure error={schedules.error} onRetry={() => void schedules.refetch()} />;
  }
  if (schedules.data === undefined) return null;
  if (schedules.data.total === 0) {
    return <EmptyState title={t`Nobody has scheduled a report of this organization`} />;
  }
  return (
    <>
      <ScheduleTable
        schedules={schedules.data.items}
        detail={({ owner }) => (
          <Text size="xs" c="dimmed">
            {owner.email === null ? owner.name : `${owner.name} (${owner.email})`}
          </Text>
        )}
        actions={schedule => <Actions schedule={schedule} />}
      />
      <Pages {...schedules.data} />
    </>
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
      <DeleteButton name={name} onDelete={() => remove.mutate()} />
    </>
  );
}
