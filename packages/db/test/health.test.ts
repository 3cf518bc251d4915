import { createHealthCheck } from '../src';
import { createTestDatabase, type TcpProxy, type TestDatabase, tcpProxy } from '../testing';

let database: TestDatabase;
let proxy: TcpProxy;
let health: ReturnType<typeof createHealthCheck>;
const log = { error: jest.fn() };
beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await tcpProxy(database.url);
  health = createHealthCheck(proxy.url, { definitions: null, log });
});
afterEach(async () => {
  log.error.mockClear();
  await health.close();
  await proxy.close();
  await database.drop();
});

const checks = () => Promise.all(Array.from({ length: 50 }, () => health.check()));

async function untilHealthy(): Promise<void> {
  while ((await health.check()).status !== 'healthy');
}

test('concurrent checks share a probe and report its latency', async () => {
  const [one, ...others] = await checks();
  expect(one).toEqual({ status: 'healthy', latencyMs: expect.any(Number), detail: null });
  expect(one!.latencyMs).toBeGreaterThan(0);
  for (const other of others) expect(other).toBe(one);
});

test('what the last probe found is known without asking', async () => {
  expect(health.last()).toBeNaN();
  health.watch();
  await health.check();
  expect(health.last()).toBe(1);
  proxy.hang();
  await health.check();
  expect(health.last()).toBe(0);
  await proxy.resume();
});

test('a database that refuses connections is unhealthy until it is back', async () => {
  await proxy.stop();
  expect(await health.check()).toMatchObject({
    status: 'unhealthy',
    detail: 'The database is unreachable.',
  });
  await proxy.resume();
  await untilHealthy();
});

test.each(['after', 'before'])(
  'a database that hangs %s connecting is reported unhealthy within two seconds, until it is back',
  async when => {
    if (when === 'after') await health.check();
    proxy.hang();
    for (const report of await checks()) {
      expect(report).toMatchObject({
        status: 'unhealthy',
        detail: 'The database did not respond within 2 seconds.',
      });
    }
    await proxy.resume();
    await untilHealthy();
  },
);

test.each([
  ['3D000', 'a database that does not exist', { pathname: '/missing' }, /^database "missing"/],
  ['28', 'a user that the server rejects', { username: 'nobody' }, /"nobody"/],
])(
  '%s: %s is unhealthy, and the message from the server is logged once',
  async (code, _, part, words) => {
    const refused = createHealthCheck(Object.assign(new URL(database.directUrl), part).href, {
      definitions: null,
      log,
    });
    const detail = expect.stringMatching(
      `^The database cannot be used \\(${code}.*\\); see the log\\.$`,
    );
    expect(await refused.check()).toMatchObject({ status: 'unhealthy', detail });
    await refused.check();
    await refused.close();
    const err = expect.objectContaining({ message: expect.stringMatching(words) });
    expect(log.error.mock.calls).toEqual([[{ err }, detail]]);
  },
);
