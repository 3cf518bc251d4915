import { createHealthCheck } from '../src';
import { createTestDatabase, type TcpProxy, type TestDatabase, tcpProxy } from '../testing';

let database: TestDatabase;
let proxy: TcpProxy;
let health: ReturnType<typeof createHealthCheck>;
beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await tcpProxy(database.url);
  health = createHealthCheck(proxy.url);
});
afterEach(async () => {
  await health.close();
  await proxy.close();
  await database.drop();
});

const checks = () => Promise.all(Array.from({ length: 50 }, () => health.check()));

async function untilHealthy(): Promise<void> {
  for (let attempt = 0; attempt < 30; attempt++) {
    if ((await health.check()).isHealthy) return;
  }
  throw new Error('The database is still unhealthy.');
}

test('checks at the same time share a probe, and say how long it took', async () => {
  const [one, ...others] = await checks();
  expect(one).toEqual({ isHealthy: true, latencyMs: expect.any(Number) });
  expect(one!.latencyMs).toBeGreaterThan(0);
  for (const other of others) expect(other).toBe(one);
});

test('a database that refuses connections is unhealthy until it returns', async () => {
  await proxy.stop();
  expect(await health.check()).toMatchObject({ isHealthy: false });
  await proxy.resume();
  await untilHealthy();
});

test.each(['after', 'before'])(
  'a database that hangs %s it is connected is unhealthy within two seconds, until it returns',
  async when => {
    if (when === 'after') await health.check();
    proxy.hang();
    for (const report of await checks()) {
      expect(report).toEqual({ isHealthy: false, latencyMs: expect.any(Number) });
      expect(report.latencyMs).toBeLessThanOrEqual(2_100);
    }
    await proxy.resume();
    await untilHealthy();
  },
);
