import pLimit from 'p-limit';
import { describe, expect, it, vi } from 'vitest';
import { fileName, reportFetch } from '../src/api/transfers';

describe('Reports', () => {
  const endless = () => new ReadableStream({ pull: stream => stream.enqueue(new Uint8Array(9)) });
  const fetched = vi.fn(() => Promise.resolve(new Response(endless())));
  const setUp = (atOnce: number) => {
    fetched.mockClear();
    vi.stubGlobal('fetch', fetched);
    const fetchReport = reportFetch(pLimit(atOnce), () => undefined);
    return (signal?: AbortSignal) =>
      fetchReport(new Request('http://console.test/', { signal: signal ?? null }));
  };

  it('run a number at once, and the next when one ends', async () => {
    const run = setUp(2);
    const [first, second, third] = [run(), run(), run()];
    await (await first).body!.cancel();
    await (await third).body!.cancel();
    await (await second).body!.cancel();
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  it('are not requested if they are aborted while waiting', async () => {
    const run = setUp(1);
    const running = await run();
    const controller = new AbortController();
    const waiting = run(controller.signal);
    const next = run();
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(fetched).toHaveBeenCalledTimes(1);
    await running.body!.cancel();
    await (await next).body!.cancel();
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('end once when their reader cancels', async () => {
    const run = setUp(2);
    const first = (await run()).body!.getReader();
    const read = first.read();
    await first.cancel();
    await read;
    const both = await Promise.all([run(), run()]);
    const third = new AbortController();
    const waiting = run(third.signal);
    third.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect(fetched).toHaveBeenCalledTimes(3);
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
