import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Action } from '../../ui/buttons';
import { showRefusal } from '../../ui/notices';
import { Failure, Nothing } from '../../ui/page';
import { allSchedulesQuery, useScheduleChange } from '../../ui/schedule/schedules';
import { Pages } from '../../ui/table/pages';
import { DeleteButton } from './own-schedules';
import { ScheduleTable } from './schedule-table';

const REFUSED = { onError: (error: Error) => showRefusal(error) };

/** Everybody's schedules in the organization, which an operator can pause and delete. */
export function AllSchedules({ organization, page }: { organization: string; page: number }) {
  const schedules = useQuery(allSchedulesQuery(organization, page));
  if (schedules.isError) {
    return <Failure error={schedules.error} onRetry={() => void schedules.refetch()} />;
  }
  if (schedules.data === undefined) return null;
  if (schedules.data.total === 0) {
    return <Nothing title={t`Nobody has scheduled a report of this organization`} />;
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
        actions={schedule => <Actions organization={organization} schedule={schedule} />}
      />
      <Pages {...schedules.data} />
    </>
  );
}

function Actions(props: {
  organization: string;
  schedule: { id: string; name: string; isPaused: boolean };
}) {
  const { organization, schedule } = props;
  const { id, name, isPaused } = schedule;
  const params = { path: { id } };
  const pause = useScheduleChange(organization, api =>
    api.post('/notification/schedules/{id}/pause', { params }),
  );
  const remove = useScheduleChange(organization, api =>
    api.remove('/notification/schedules/{id}', { params }),
  );
  return (
    <>
      {!isPaused && (
        <Action
          name={t`Pause ${name}`}
          loading={pause.isPending}
          onClick={() => pause.mutate(undefined, REFUSED)}
        >
          {t`Pause`}
        </Action>
      )}
      <DeleteButton name={name} onDelete={() => remove.mutate(undefined, REFUSED)} />
    </>
  );
}
