import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Mail } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Icon } from '../icons';
import { notify } from '../notices';
import type { NotSchedulable, ShownReport } from './schedules';

const ScheduleDialog = lazy(() => import('./schedule-dialog'));

/** Has the page's report sent by mail, with its filters. The form is loaded when it is first opened. */
export function ScheduleReport(props: {
  organization: string;
  title: string;
  shown: ShownReport | NotSchedulable;
  disabled: boolean;
}) {
  const { disabled, shown, ...report } = props;
  const [isOpen, dialog] = useDisclosure(false);
  const [wasOpened, first] = useDisclosure(false);
  if ('reason' in shown) return <Unavailable reason={shown.reason} />;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon of={Mail} size={16} />}
        disabled={disabled}
        onClick={() => {
          first.open();
          dialog.open();
        }}
      >
        {t`Schedule`}
      </Button>
      {wasOpened && (
        <Suspense>
          <ScheduleDialog {...report} shown={shown} isOpen={isOpen} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}

/** Stays where it is, reachable by keyboard, and says why it does nothing. */
function Unavailable({ reason }: { reason: string }) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon of={Mail} size={16} />}
      data-disabled
      aria-disabled
      title={reason}
      onClick={() => notify({ message: reason })}
    >
      {t`Schedule`}
    </Button>
  );
}
