import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { clearNotices } from '../src/ui/notices';

// Rendering can take seconds on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

/** Features that jsdom lacks: sizes, scrolling and media queries. */
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
  // Computed styles without style sheets, which are not loaded: jsdom's implementation took half of the tests' time.
  document.defaultView!.getComputedStyle = element => (element as HTMLElement).style;
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
