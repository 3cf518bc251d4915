import { describe, expect, it, vi } from 'vitest';
import { createQueue, fileName, reportFetch } from '../src/api/transfers';

describe('The queue of reports', () => {
  const { signal } = new AbortController();

  it('admits a number of callers at once, and the next when one leaves', async () => {
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

  it('removes a caller that is aborted while waiting', async () => {
    const queue = createQueue(1);
    await queue.enter(signal);
    const controller = new AbortController();
    const left = queue.enter(controller.signal);
    const next = queue.enter(signal);
    controller.abort();
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    queue.leave();
    await expect(next).resolves.toBeUndefined();
  });
});

describe('A report', () => {
  it('leaves the queue once when its reader cancels', async () => {
    const endless = () => new ReadableStream({ pull: stream => stream.enqueue(new Uint8Array(9)) });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(endless())));
    const fetchReport = reportFetch(createQueue(2), () => undefined);
    const run = (signal?: AbortSignal) =>
      fetchReport(new Request('http://console.test/', { signal: signal ?? null }));
    const first = (await run()).body!.getReader();
    const read = first.read();
    await first.cancel();
    await read;
    const both = await Promise.all([run(), run()]);
    const third = new AbortController();
    const waiting = run(third.signal);
    third.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    await Promise.all(both.map(response => response.body!.cancel()));
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
