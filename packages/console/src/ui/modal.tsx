import { Modal, type ModalProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

/** Is there before it opens: only then does it remember what had the focus, and gives it back. */
export default function OpeningModal({ opened, ...props }: ModalProps) {
  const isThere = useMounted();
  return (
    <Modal
      opened={opened && isThere}
      centered
      // The page keeps the width of its scrollbar: a margin in place of it would move the page.
      removeScrollProps={{ removeScrollBar: false }}
      {...props}
    />
  );
}
