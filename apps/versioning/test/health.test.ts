import {
  connect,
  createTestDatabase,
  type TcpProxy,
  type TestDatabase,
  tcpProxy,
} from '@platform/db/testing';
import { waitUntil } from '@platform/http/testing';
import { startTestApp, type TestApp } from './start-test-app';

let database: TestDatabase;
let proxy: TcpProxy;
let app: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await tcpProxy(database.url);
  app = await startTestApp({ DATABASE_URL: proxy.url, STATEMENT_TIMEOUT: '1s' });
});
afterEach(() => proxy.resume());
afterAll(async () => {
  await app.close();
  await proxy.close();
  await database.drop();
});

const health = () => app.call('GET', '/api/health', { key: null });

async function expectRecovery(): Promise<void> {
  await proxy.resume();
  await waitUntil(async () => (await health()).status === 200);
  expect((await app.call('POST', '/api/packages/back/increment/patch')).status).toBe(200);
}

test.each([
  ['is stopped', () => proxy.stop()],
  ['hangs', async () => proxy.hang()],
])('while the database %s, every call returns 503 with Retry-After', async (_, fail) => {
  await app.call('GET', '/api/packages/any');
  await fail();
  const replies = await Promise.all([
    app.call('POST', '/api/packages/any/increment/patch'),
    app.call('GET', '/api/packages'),
    app.call('GET', '/api/packages/any'),
    app.call('GET', '/api/packages/any/history'),
    app.call('POST', '/api/packages', { body: { Slug: 'any' } }),
    app.call('PUT', '/api/packages/any/version', { body: { Version: '1.0.0' } }),
    app.call('DELETE', '/api/packages/any'),
  ]);
  for (const reply of replies) {
    expect([reply.status, reply.body.Code]).toEqual([503, 'database-unavailable']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  await expectRecovery();
});

test('a database that becomes read-only, such as a demoted primary, is unreachable while it is', async () => {
  const { directUrl } = database;
  const direct = await startTestApp({ DATABASE_URL: directUrl });
  const isHealthy = async () =>
    (await direct.call('GET', '/api/health', { key: null })).status === 200;
  await direct.call('POST', '/api/packages/before/increment/patch');
  const administrator = connect(directUrl);
  const alter = async (setting: string) => {
    const name = new URL(database.url).pathname.slice(1);
    await administrator.pool.query(
      `set default_transaction_read_only = off; alter database "${name}" ${setting}`,
    );
    await administrator.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name <> 'test'`,
    );
  };
  await alter('set default_transaction_read_only = on');
  expect(await isHealthy()).toBe(false);
  const refused = await direct.call('GET', '/api/packages/before');
  expect([refused.status, refused.body.Code]).toEqual([503, 'database-unavailable']);
  await alter('reset default_transaction_read_only');
  await waitUntil(isHealthy);
  const again = await direct.call('POST', '/api/packages/before/increment/patch');
  expect(again.status).toBe(200);
  await direct.close();
  await administrator.close();
});
