import { t } from '@lingui/core/macro';
import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Dialog } from './dialog';

interface ActionProps extends ButtonProps {
  /** What screen readers say, where the label stands more than once on the page. */
  name?: string;
}

/** What can be done with a row or a part of a page. */
export function Action({ name, ...props }: ActionProps & { onClick: () => void }) {
  return <Button size="compact-sm" variant="default" aria-label={name} {...props} />;
}

/** An action in a dialog that its button opens, rendered anew each time. */
export function DialogAction(
  props: ActionProps & { title: string; content: (close: () => void) => ReactNode },
) {
  const { title, content, ...button } = props;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Action {...button} onClick={open} />
      <Dialog opened={isOpen} onClose={close} title={title}>
        {isOpen && content(close)}
      </Dialog>
    </>
  );
}

/** An action that asks first. */
export function ConfirmedAction(
  props: ActionProps & {
    title: string;
    text: string;
    /** The button that does it, where that is not called like this one. */
    action?: string;
    /** False where there is nothing to lose. */
    isAsked?: boolean;
    onConfirm: () => void;
  },
) {
  const { text, action, isAsked = true, onConfirm, ...button } = props;
  if (!isAsked) return <Action {...button} onClick={onConfirm} />;
  return (
    <DialogAction
      {...button}
      content={close => (
        <>
          <Text size="sm">{text}</Text>
          <Choices onCancel={close}>
            <Button
              onClick={() => {
                close();
                onConfirm();
              }}
            >
              {action ?? button.children}
            </Button>
          </Choices>
        </>
      )}
    />
  );
}

/** The buttons at the end of a dialog: "Cancel", and what does it. */
export function Choices({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  return (
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onCancel}>
        {t`Cancel`}
      </Button>
      {children}
    </Group>
  );
}
