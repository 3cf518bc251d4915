import { t } from '@lingui/core/macro';
import { Box, Group, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Time } from '../../text/format';
import { recurrenceName } from '../../ui/schedule/recurrence';
import type { Schedule } from '../../ui/schedule/schedules';
import { Tag } from '../../ui/status-badge';
import { HeadedTable, Row } from '../../ui/table/headed-table';
import { pauseReasonName, reportName, runName } from './words';

/** Schedules with their next and latest run, and what one can do with each. */
export function ScheduleTable<Row extends Schedule>(props: {
  schedules: readonly Row[];
  /** What stands below the name. */
  detail?: (schedule: Row) => ReactNode;
  actions: (schedule: Row) => ReactNode;
}) {
  const { schedules, detail, actions } = props;
  return (
    <Box className="surface">
      <HeadedTable
        label={t`Schedules`}
        titles={[t`Name`, t`When`, t`Recipients`, t`Next`, t`Last run`, '']}
        minWidth={1000}
      >
        {schedules.map(schedule => (
          <Row
            key={schedule.id}
            cells={[
              <Fragment key="name">
                <Text fw={600}>{schedule.name}</Text>
                <Text size="xs" c="dimmed">
                  {reportName(schedule.report)}, {schedule.format === 'xlsx' ? 'Excel' : 'CSV'}
                </Text>
                {detail?.(schedule)}
              </Fragment>,
              recurrenceName(schedule.recurrence),
              schedule.recipients.length,
              <Fragment key="next">
                {schedule.isPaused ? <Tag>{t`Paused`}</Tag> : <Time at={schedule.nextRunAt} />}
                {schedule.pauseReason !== null && (
                  <Text size="xs" c="dimmed">
                    {pauseReasonName(schedule.pauseReason)}
                  </Text>
                )}
              </Fragment>,
              <LastRun key="last" run={schedule.lastRun} />,
              <Group key="actions" gap="xs" justify="flex-end" wrap="nowrap">
                {actions(schedule)}
              </Group>,
            ]}
          />
        ))}
      </HeadedTable>
    </Box>
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
