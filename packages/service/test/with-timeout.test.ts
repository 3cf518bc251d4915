import { withTimeout } from '../src';
import { keptBy } from '../testing';

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error)),
  );

test('work is aborted with the service, for the same reason', async () => {
  const stopping = new AbortController();
  const run = withTimeout(60_000, stopping.signal, untilAborted);
  stopping.abort(new Error('the service stops'));
  await expect(run).rejects.toThrow('the service stops');
});

test.each([new AbortController().signal, undefined])(
  'work is aborted at the timeout (%s)',
  async stopping => {
    await expect(withTimeout(1, stopping, untilAborted)).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  },
);

test('nothing starts once the service is stopping', async () => {
  const work = jest.fn();
  await expect(withTimeout(60_000, AbortSignal.abort(), work)).rejects.toThrow(/aborted/);
  expect(work).not.toHaveBeenCalled();
});

test('a signal does not retain finished work', async () => {
  const { signal } = new AbortController();
  expect(await withTimeout(60_000, signal, () => Promise.resolve('done'))).toBe('done');
  const broken = withTimeout(60_000, signal, () => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  expect(keptBy(signal)).toBe(0);
});
