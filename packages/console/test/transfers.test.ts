import { describe, expect, it } from 'vitest';
import { createQueue, fileName } from '../src/api/transfers';

describe('The queue of reports', () => {
  const { signal } = new AbortController();

  it('admits as many at once as it may, and the next when one leaves', async () => {
    const queue = createQueue(2);
    const admitted: number[] = [];
    const entries = [1, 2, 3].map(number =>
      queue.enter(signal).then(() => {
        admitted.push(number);
      }),
    );
    await Promise.all(entries.slice(0, 2));
    expect(admitted).toEqual([1, 2]);
    queue.leave();
    await entries[2];
    expect(admitted).toEqual([1, 2, 3]);
  });

  it('forgets whoever is aborted while waiting', async () => {
    const queue = createQueue(1);
    await queue.enter(signal);
    const controller = new AbortController();
    const left = queue.enter(controller.signal);
    const next = queue.enter(signal);
    controller.abort();
    await expect(left).rejects.toThrow('Cancelled');
    queue.leave();
    await expect(next).resolves.toBeUndefined();
  });
});

describe('The name of a downloaded file', () => {
  it.each([
    ['attachment; filename=gaps-2026-11-22.csv', 'gaps-2026-11-22.csv'],
    ['attachment; filename="gaps of today.csv"', 'gaps of today.csv'],
    [`attachment; filename="zo?.csv"; filename*=UTF-8''zo%C3%AB.csv`, 'zoë.csv'],
    ['attachment', null],
  ])('%s', (disposition, name) => {
    const headers = { 'Content-Disposition': disposition };
    expect(fileName(new Response(null, { headers }))).toBe(name);
  });
});
