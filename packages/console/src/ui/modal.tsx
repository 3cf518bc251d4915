import { Modal, type ModalProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

/** A modal that is mounted before it opens; otherwise it would not restore the focus when it closes. */
export default function OpeningModal({ opened, ...props }: ModalProps) {
  const isMounted = useMounted();
  return (
    <Modal
      opened={opened && isMounted}
      centered
      // The gutter of the scrollbar is reserved (console.css); a margin would shift the page.
      removeScrollProps={{ removeScrollBar: false }}
      {...props}
    />
  );
}
