import {
  createTestDatabase,
  type TcpProxy,
  type TestDatabase,
  tcpProxy,
} from '@platform/db/testing';
import { startTestApp, type TestApp } from '../start-test-app';

let database: TestDatabase;
let proxy: TcpProxy;
let app: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await tcpProxy(database.url);
  app = await startTestApp({ DATABASE_URL: proxy.url, COMMIT: '5d9f5af' });
});
afterEach(() => proxy.resume());
afterAll(async () => {
  await app.close();
  await proxy.close();
  await database.drop();
});

const get = (path: string) => fetch(app.url + path);

test('a database that answers is healthy', async () => {
  const response = await get('/diagnostic/health');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    status: 'healthy',
    checks: { database: { status: 'healthy', latencyMs: expect.any(Number) } },
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test.each([
  ['is stopped', () => proxy.stop()],
  ['hangs', async () => proxy.hang()],
])(
  'while the database %s, health says so within 2.5 s, and is well again by itself',
  async (_, fail) => {
    await get('/diagnostic/health');
    await fail();
    const start = performance.now();
    const response = await get('/diagnostic/health');
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        status: 'unhealthy',
        checks: { database: expect.objectContaining({ status: 'unhealthy' }) },
      },
    ]);
    expect(performance.now() - start).toBeLessThan(2_500);

    await proxy.resume();
    for (let attempt = 0; attempt < 30; attempt++) {
      if ((await get('/diagnostic/health')).ok) return;
    }
    throw new Error('still unhealthy');
  },
);

test('a service that is stopping is unhealthy', async () => {
  const own = await startTestApp();
  own.context.startDraining();
  const response = await fetch(`${own.url}/diagnostic/health`);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    status: 'unhealthy',
    checks: { database: { status: 'healthy', latencyMs: expect.any(Number) } },
  });
  await own.close();
});

test('the version names the build and the environment', async () => {
  const response = await get('/diagnostic/version');
  expect(await response.json()).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    commit: '5d9f5af',
    environment: 'test',
  });
});

test('an unknown path is a problem of RFC 9457, an unsupported method says what is allowed', async () => {
  const unknown = await get('/nowhere');
  expect(unknown.headers.get('content-type')).toMatch('application/problem+json');
  expect(await unknown.json()).toMatchObject({
    title: 'Not found',
    status: 404,
    code: 'not-found',
  });
  const method = await fetch(`${app.url}/diagnostic/health`, { method: 'POST' });
  expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test('the interface is documented at /swagger', async () => {
  expect((await get('/swagger/')).status).toBe(200);
  const document = (await (await get('/swagger/openapi.json')).json()) as {
    info: { title: string };
  };
  expect(document.info.title).toBe('Reporting');
});
