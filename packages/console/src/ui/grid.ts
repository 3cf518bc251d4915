import { type KeyboardEvent, useState } from 'react';

interface Place {
  readonly row: number;
  readonly column: number;
}

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

/**
 * Manages the tab stop of a grid, moved by arrow keys, Home, End, Page Up and Page Down. `cellAt` returns the element
 * to focus.
 */
export function useTabStop(
  rows: number,
  columns: number,
  cellAt: (place: Place) => HTMLElement | null | undefined,
) {
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  // Filters can remove rows and columns.
  const within = ({ row, column }: Place) => ({
    row: Math.max(0, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  });
  const stop = within(active);
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    // With a modifier, it is a shortcut of the browser, such as Alt-Left for the previous page.
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = within({ row: stop.row + step[0], column: stop.column + step[1] });
    setActive(next);
    cellAt(next)?.focus();
  };
  return { stop, move, setActive };
}
