import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openConsole } from './console';
import { page, VALIDATION } from './records';

const ANSWERS = { 'GET /reporting/competency-validations': page([VALIDATION]) };

/** Opens a table that begins so many pixels below the top of a window of 900. */
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

test('a table scrolls in what is left of the window, where that is enough', async () => {
  expect(await restBelow(300)).toBe('600px');
});

test('a table that begins further down scrolls with its page', async () => {
  expect(await restBelow(700)).toBe('none');
});
