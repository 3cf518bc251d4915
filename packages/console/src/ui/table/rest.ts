import { useEffect, useLayoutEffect } from 'react';

/** Less than this is no window to read rows through. */
const LEAST = 300;

/**
 * Sets `--rest`, the greatest height of a table: where enough of the window is left below what stands above the
 * table, its rows scroll and the page does not. Else the page scrolls with all of them, but for those of a long
 * table, of which only some exist.
 */
export function useRest(scroller: HTMLElement | null, isLong: boolean): void {
  useLayoutEffect(() => {
    if (scroller !== null) setRest(scroller, isLong);
  });
  // What stands above can change without the table, as when a chart arrives.
  useEffect(() => {
    if (scroller === null) return;
    let frame = 0;
    const measure = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setRest(scroller, isLong));
    };
    const observer = new ResizeObserver(measure);
    const page = document.getElementById('content')?.lastElementChild;
    if (page) observer.observe(page);
    window.addEventListener('resize', measure);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [scroller, isLong]);
}

function setRest(scroller: HTMLElement, isLong: boolean): void {
  scroller.style.setProperty('--rest', restOf(scroller, isLong));
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
