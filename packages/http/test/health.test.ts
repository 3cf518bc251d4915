import { createHealthCheck, PROBE_TIMEOUT_MS } from '../src';
import { until } from './start-app';

test('is healthy when the probe is done, and says how long it took', async () => {
  const start = performance.now();
  const check = createHealthCheck(() => until(() => performance.now() > start + 30));
  const { isHealthy, latencyMs } = await check();
  expect(isHealthy).toBe(true);
  expect(latencyMs).toBeGreaterThan(20);
});

test.each([
  ['rejects', () => Promise.reject(new Error('refused'))],
  [
    'throws',
    () => {
      throw new Error('refused');
    },
  ],
])('is unhealthy when the probe %s', async (_, probe) => {
  expect(await createHealthCheck(probe)()).toMatchObject({ isHealthy: false });
});

describe('with a probe that hangs', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('answers after two seconds', async () => {
    const check = createHealthCheck(() => new Promise(() => undefined))();
    await jest.advanceTimersByTimeAsync(PROBE_TIMEOUT_MS);
    expect(await check).toEqual({ isHealthy: false, latencyMs: 2_000 });
  });

  test('starts no second one while it runs, but gives it up in the end', async () => {
    const probe = jest.fn(() => new Promise<void>(() => undefined));
    const check = createHealthCheck(probe);
    const ask = async () => {
      const calls = Promise.all(Array.from({ length: 50 }, check));
      await jest.advanceTimersByTimeAsync(PROBE_TIMEOUT_MS + 1);
      await calls;
    };
    for (let round = 0; round < 5; round++) await ask();
    expect(probe).toHaveBeenCalledTimes(1);
    probe.mockResolvedValue(undefined);
    expect(await check()).toMatchObject({ isHealthy: true });
    expect(probe).toHaveBeenCalledTimes(2);
  });
});
