import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openConsole } from './console';
import { page, VALIDATION } from './records';

const ANSWERS = { 'GET /reporting/competency-validations': page([VALIDATION]) };

/** Opens a table at an offset from the top of a window that is 900 pixels high. */
async function restBelow(top: number): Promise<string> {
  vi.stubGlobal('innerHeight', 900);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    DOMRect.fromRect({ y: top }),
  );
  openConsole('/validations', ANSWERS);
  const scroller = await screen.findByRole('region', { name: 'Validations, scrollable' });
  vi.restoreAllMocks();
  return scroller.style.getPropertyValue('--rest');
}

test('a table scrolls within the remaining height of the window', async () => {
  expect(await restBelow(300)).toBe('600px');
});

test('a table without enough remaining height scrolls with its page', async () => {
  expect(await restBelow(700)).toBe('none');
});
