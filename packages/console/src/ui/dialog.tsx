import type { ModalProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

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
