import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { MailIcon } from '../icons';
import type { ShownReport } from './schedules';

const ScheduleDialog = lazy(() => import('./schedule-dialog'));

/** Has the page's report sent by mail, with its filters. The form is loaded when it is first opened. */
export function ScheduleReport(props: {
  organization: string;
  title: string;
  shown: ShownReport;
  disabled: boolean;
}) {
  const { disabled, ...report } = props;
  const [isOpen, dialog] = useDisclosure(false);
  const [wasOpened, first] = useDisclosure(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<MailIcon />}
        disabled={disabled}
        onClick={() => {
          first.open();
          dialog.open();
        }}
      >
        Schedule
      </Button>
      {wasOpened && (
        <Suspense>
          <ScheduleDialog {...report} isOpen={isOpen} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}
