import { useEffect, useLayoutEffect } from 'react';

/** Less than this is no window to read rows through. */
const LEAST = 340;

/**
 * Sets `--rest`, the greatest height of a table: where enough of the window is left below what stands above the
 * table, its rows scroll and the page does not. Else the page scrolls with all of them, but for those of a long
 * table, of which only some exist.
 */
export function useRest(scroller: HTMLElement | null, isLong: boolean): void {
  const measure = () => scroller?.style.setProperty('--rest', restOf(scroller, isLong));
  // What stands above changes with what is shown.
  useLayoutEffect(() => {
    measure();
  });
  useEffect(() => {
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  });
}

function restOf(scroller: HTMLElement, isLong: boolean): string {
  const { top, bottom } = scroller.getBoundingClientRect();
  const rest = Math.floor(window.innerHeight - (top + window.scrollY) - heightBelow(bottom));
  if (rest >= LEAST) return `${rest}px`;
  return isLong ? `max(${LEAST}px, 100dvh - 120px)` : 'none';
}

/** What stands below the table, with the margin of the page. */
function heightBelow(bottom: number): number {
  const content = document.getElementById('content');
  if (content === null) return 0;
  const end = content.lastElementChild?.getBoundingClientRect().bottom ?? bottom;
  return end - bottom + (Number.parseFloat(getComputedStyle(content).paddingBottom) || 0);
}
