import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { clearNotices } from '../src/ui/notices';

// A busy machine draws a page in seconds; what is awaited is there at once when it is there.
configure({ asyncUtilTimeout: 30_000 });

const INLINE =
  'A ABBR B BUTTON CODE EM I INPUT KBD LABEL SELECT SMALL SPAN STRONG SVG TEXTAREA TIME'.split(' ');

/** The style of the element alone: no style sheet is loaded, and jsdom's cascade took half of the tests' time. */
function styleOf(element: Element): CSSStyleDeclaration {
  const { style } = element as HTMLElement;
  const isInline = INLINE.includes(element.tagName.toUpperCase());
  const display = style.display || (isInline ? 'inline' : 'block');
  const getPropertyValue = (name: string) =>
    name === 'display' ? display : style.getPropertyValue(name);
  const own = { display, getPropertyValue };
  return new Proxy(style, {
    get: (_, name) => Reflect.get(name in own ? own : style, name),
  });
}

/** What jsdom has not: sizes, scrolling and media queries. */
beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }));
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  document.defaultView!.getComputedStyle = styleOf;
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, value: 600 });
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, value: 1200 });
  Element.prototype.scrollIntoView = () => undefined;
  localStorage.clear();
});

afterEach(() => {
  cleanup();
  clearNotices();
  vi.unstubAllGlobals();
});
