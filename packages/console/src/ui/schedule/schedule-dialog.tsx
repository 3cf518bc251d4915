import { t } from '@lingui/core/macro';
import { timeName } from '../../text/format';
import { Dialog } from '../dialog';
import { notify } from '../notices';
import { ownTimeZone } from '../time-zone-field';
import { ScheduleForm } from './schedule-form';
import {
  type Schedule,
  type ScheduleRequest,
  type ShownReport,
  useScheduleChange,
} from './schedules';

/** The form of a new schedule of the page's report. */
export default function ScheduleDialog(props: {
  organization: string;
  title: string;
  shown: ShownReport;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { organization, title, shown, isOpen, onClose } = props;
  const add = useScheduleChange(organization, (api, body: ScheduleRequest) =>
    api.post('/reporting/schedules', { body }),
  );
  const close = () => {
    onClose();
    add.reset();
  };
  return (
    <Dialog opened={isOpen} onClose={close} title={t`Send this report by mail`}>
      <ScheduleForm
        organization={organization}
        initial={{
          ...{ name: title, ...shown, format: 'xlsx', recipients: [] },
          recurrence: { every: 'week', on: 1, at: '07:00', timeZone: ownTimeZone() },
        }}
        action={t`Schedule`}
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
    </Dialog>
  );
}

function showAdded({ nextRunAt }: Schedule): void {
  notify({
    title: t`The report is scheduled`,
    message:
      nextRunAt === null
        ? t`Your schedules are under “Schedules”.`
        : t`It is sent next ${timeName(nextRunAt)}. Your schedules are under “Schedules”.`,
  });
}
