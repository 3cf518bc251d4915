import { describe, expect, it } from 'vitest';
import { endOfDay, isDay, startOfDay } from '../src/text/dates';

describe('A day', () => {
  it.each(['2026-10-31', '2024-02-29', '0002-01-01'])('%s', text => {
    expect(isDay(text)).toBe(true);
  });

  it.each(['', 'x', '2026-02-29', '2026-13-01', '2026-1-1', '12026-01-01', '2026-10-31T00:00'])(
    'is not %p',
    text => {
      expect(isDay(text)).toBe(false);
    },
  );

  it('lasts from midnight to midnight in the viewer’s time zone', () => {
    expect(startOfDay('2026-10-31')).toBe(new Date(2026, 9, 31).toISOString());
    expect(endOfDay('2026-10-31')).toBe(new Date(2026, 10, 1).toISOString());
    expect(endOfDay('2026-12-31')).toBe(new Date(2027, 0, 1).toISOString());
  });
});
