import { createTestDatabase, type TestDatabase, tcpProxy } from '@platform/db/testing';
import { ask } from './ask';
import { startProcess } from './start-process';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a service starts while its database accepts connections and never answers, and recovers', async () => {
  const proxy = await tcpProxy(database.url);
  proxy.hang();
  const service = await startProcess(
    { DATABASE_URL: proxy.url, RATE_LIMIT_SIGN_IN: 'off' },
    { until: 503 },
  );
  const status = async (path: string) => (await ask(`${service.url}${path}`)).status;
  const login = async () =>
    (
      await ask(`${service.url}/auth/login`, {
        method: 'POST',
        body: { email: 'nobody@example.org', password: 'a password of nobody' },
      })
    ).status;
  expect(await login()).toBe(503);
  await proxy.resume();
  while ((await login()) === 503) await new Promise(resolve => setTimeout(resolve, 200));
  expect([await status('/diagnostic/health'), await login()]).toEqual([200, 401]);
  await service.kill('SIGTERM');
  await proxy.close();
}, 60_000);
