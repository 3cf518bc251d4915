import { t } from '@lingui/core/macro';
import { Button, type ButtonProps, Group, type ModalProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { createLink } from '@tanstack/react-router';
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';

export interface ActionProps extends ButtonProps {
  /** The accessible name, if the label occurs repeatedly on the page. */
  name?: string;
}

/** A button for a row or a part of a page. */
export function Action({ name, ...props }: ActionProps & { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => passFocusOn(button.current!), []);
  return <Button ref={button} size="compact-sm" variant="default" aria-label={name} {...props} />;
}

export const ButtonLink = createLink((props: ButtonProps & ComponentProps<'a'>) => (
  <Button component="a" {...props} />
));

/** A button that opens a dialog, whose content is mounted each time. */
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

/**
 * Returns what to do when a button disappears: focus another one in its row or dialog, or else the heading. A dialog that
 * closes returns the focus itself.
 */
function passFocusOn(button: HTMLButtonElement) {
  const [row, dialog] = [button.closest('tr'), button.closest('.mantine-Modal-body')];
  return () => {
    setTimeout(() => {
      if (button.isConnected || document.activeElement !== document.body) return;
      const next = (row?.isConnected ? row : dialog)?.querySelector('button');
      (next ?? (dialog ?? document).querySelector('h1'))?.focus({ preventScroll: true });
    });
  };
}

/** The buttons of a dialog: "Cancel" and the given ones. */
export function DialogButtons(props: { onCancel: () => void; children: ReactNode }) {
  const { onCancel, children } = props;
  return (
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onCancel}>
        {t`Cancel`}
      </Button>
      {children}
    </Group>
  );
}

const OpeningModal = lazy(() => import('./modal'));

/** A dialog, whose script is loaded when one is first opened. */
export function Dialog(props: ModalProps) {
  const [wasOpened, setWasOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setWasOpened(true);
  return (
    wasOpened && (
      <Suspense>
        <OpeningModal {...props} />
      </Suspense>
    )
  );
}
