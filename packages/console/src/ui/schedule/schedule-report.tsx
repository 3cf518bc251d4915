import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { read } from '../../api/client';
import { timeName } from '../../text/format';
import { MailIcon } from '../icons';
import { ownTimeZone } from './recurrence';
import { ScheduleForm } from './schedule-form';
import {
  type Schedule,
  type ScheduleRequest,
  type ShownReport,
  useScheduleChange,
} from './schedules';

/** Has the page's report sent by mail, with its filters. */
export function ScheduleReport(props: {
  organization: string;
  title: string;
  shown: ShownReport;
  disabled: boolean;
}) {
  const { organization, title, shown, disabled } = props;
  const [isOpen, dialog] = useDisclosure(false);
  const add = useScheduleChange(organization, (api, body: ScheduleRequest) =>
    read(api.POST('/reporting/schedules', { body })),
  );
  const close = () => {
    dialog.close();
    add.reset();
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<MailIcon />}
        disabled={disabled}
        onClick={dialog.open}
      >
        Schedule
      </Button>
      <Modal opened={isOpen} onClose={close} title="Send this report by mail" centered>
        <ScheduleForm
          organization={organization}
          initial={{
            ...{ name: title, ...shown, format: 'xlsx', recipients: [] },
            recurrence: { every: 'week', on: 1, at: '07:00', timeZone: ownTimeZone() },
          }}
          action="Schedule"
          isSaving={add.isPending}
          error={add.error}
          onSave={schedule =>
            add.mutate(schedule, {
              onSuccess: added => {
                close();
                showAdded(added);
              },
            })
          }
          onCancel={close}
        />
      </Modal>
    </>
  );
}

function showAdded({ nextRunAt }: Schedule): void {
  notifications.show({
    title: 'The report is scheduled',
    message:
      nextRunAt === null
        ? 'Your schedules are under “Schedules”.'
        : `It is sent next ${timeName(nextRunAt)}. Your schedules are under “Schedules”.`,
  });
}
