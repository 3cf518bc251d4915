import { type TcpProxy, tcpProxy } from '@platform/db/testing';
import { holdSlots } from '@platform/http/testing';
import { type Reply, sendJson } from '../../send-json';
import { startTestApp, type TestApp } from '../../start-test-app';

const REPORT = '/reporting/directory-contacts';

let database: TestApp;
let proxy: TcpProxy;
let service: TestApp;
let secret: string;
beforeAll(async () => {
  database = await startTestApp();
  proxy = await tcpProxy(database.databaseUrl);
  service = await startTestApp({
    DATABASE_URL: proxy.url,
    REPORT_CONCURRENCY: '1',
    RATE_LIMIT_FAILED_AUTH: '2/60',
  });
  const acme = await database.seed.company('acme');
  const { account } = await acme.member('Ada', { reportAccess: true });
  secret = await database.seed.secret(account, acme);
});
afterEach(() => proxy.resume());
afterAll(async () => {
  await service.close();
  await proxy.close();
  await database.close();
});

const call = (path: string): Promise<Reply> =>
  sendJson(service.url + path, { headers: [['X-Api-Key', secret]] });

test('while the database is unreachable, a valid secret receives 503 with Retry-After', async () => {
  expect((await call(REPORT)).status).toBe(200);
  await proxy.stop();
  const { status, headers, body } = await call(REPORT);
  expect([status, body.title, body.code]).toEqual([
    503,
    'Service unavailable',
    'database-unavailable',
  ]);
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(headers['www-authenticate']).toBeUndefined();
});

test('an unreachable database does not count as a failed authentication', async () => {
  await proxy.stop();
  for (let n = 0; n < 5; n++) expect((await call(REPORT)).status).toBe(503);
  await proxy.resume();
  expect((await call(REPORT)).status).toBe(200);
});

test('beyond the running and waiting reports, the next one receives 503 busy with Retry-After', async () => {
  const release = holdSlots(service.context.slots.reports);
  const { status, headers, body } = await call(REPORT);
  await release();
  expect([status, body.title, body.code]).toEqual([503, 'Busy', 'busy']);
  expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
});

test('an internal error is 500 with only the request ID', async () => {
  const { pool } = database.context.db;
  await pool.query('alter table reporting.personal_secret rename to mislaid');
  const { status, headers, body } = await call(REPORT);
  await pool.query('alter table reporting.mislaid rename to personal_secret');
  expect([status, body.title, body.code]).toEqual([500, 'Internal error', 'internal']);
  expect(body.detail).toContain(headers['x-request-id']);
  expect(JSON.stringify(body)).not.toMatch(/personal_secret|relation|select/);
  expect((await call(REPORT)).status).toBe(200);
});
