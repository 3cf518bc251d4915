import { Box, Button, type ButtonProps, UnstyledButton } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Dimmed } from '../text/format';

/** A button with a menu. Arrow keys move the focus; Escape and Tab close the menu. */
export function Menu(props: {
  button: ButtonProps;
  label: ReactNode;
  /** A text above the items. */
  about?: string;
  children: ReactNode;
}) {
  const { button, label, about, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const root = useClickOutside(() => setIsOpen(false));
  useEffect(() => {
    if (isOpen) itemsOf(list.current)[0]?.focus();
  }, [isOpen]);

  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Tab') setIsOpen(false);
    if (event.key === 'Escape') close();
    const items = itemsOf(list.current);
    const at = items.findIndex(item => item === document.activeElement);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    items.at(to % items.length)?.focus();
  };
  return (
    <Box pos="relative" ref={root}>
      <Button
        {...button}
        ref={opener}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <div className="surface menu-list">
          {about !== undefined && (
            <Dimmed size="xs" px={10} py={5}>
              {about}
            </Dimmed>
          )}
          <div role="menu" tabIndex={-1} ref={list} onKeyDown={press} onClick={close}>
            {children}
          </div>
        </div>
      )}
    </Box>
  );
}

export const MenuItem = UnstyledButton.withProps({
  role: 'menuitem',
  tabIndex: -1,
  className: 'menu-item',
});

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}
