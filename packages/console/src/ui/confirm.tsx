import { t } from '@lingui/core/macro';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Dialog } from './dialog';

/** Asks before what cannot be undone. */
export function Confirm(props: {
  /** Draws the control that asks. */
  children: (ask: () => void) => ReactNode;
  title: string;
  text: string;
  /** The button that does it. */
  action: string;
  onConfirm: () => void;
}) {
  const { children, title, text, action, onConfirm } = props;
  const [isAsking, { open, close }] = useDisclosure(false);
  return (
    <>
      {children(open)}
      <Dialog opened={isAsking} onClose={close} title={title}>
        <Text size="sm">{text}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            {t`Cancel`}
          </Button>
          <Button
            onClick={() => {
              close();
              onConfirm();
            }}
          >
            {action}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}
