import { readConfig } from '../src/main/config';
import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ RATE_LIMIT_DEFAULT: '50/60', RATE_LIMIT_FAILED_AUTH: '5/60' });
});
afterEach(() => app.close());

const call = (key: string | null, path = '/api/packages?limit=1') => app.call('GET', path, { key });
const wrong = `vrk_test_${'A'.repeat(43)}`;

test('the defaults are 300 calls per key and 20 failures per address each minute', () => {
  const { rateLimitDefault, rateLimitFailedAuth } = readConfig({});
  expect(rateLimitDefault).toEqual({ count: 300, seconds: 60 });
  expect(rateLimitFailedAuth).toEqual({ count: 20, seconds: 60 });
});

test('each key has its own window', async () => {
  await Promise.all(Array.from({ length: 60 }, () => call(app.key)));
  expect((await call(app.key)).status).toBe(429);
  expect((await call(await app.issueKey())).status).toBe(200);
});

test('failures are counted together, whatever their reason', async () => {
  const expired = await app.issueKey({ expiresAt: new Date(Date.now() - 1) });
  const revoked = await app.issueKey({ name: 'leaver' });
  await app.context.db.prisma.apiKey.updateMany({
    where: { name: 'leaver' },
    data: { revokedAt: new Date() },
  });
  const other = app.key.replace('_test_', '_live_');
  for (const key of [wrong, other, expired, revoked, `Bearer ${app.key}`]) {
    expect((await call(key)).status).toBe(401);
  }
  expect((await call(wrong)).status).toBe(429);
});

test('calls without permission are not counted as failures', async () => {
  const reader = await app.issueKey({ scopes: ['read'] });
  for (let n = 0; n < 6; n++) {
    expect((await app.call('DELETE', '/api/packages/none', { key: reader })).status).toBe(403);
  }
  expect((await call(wrong)).status).toBe(401);
});

test('valid keys are never counted as failures, even in concurrent requests', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => app.issueKey()));
  const replies = await Promise.all(Array.from({ length: 200 }, (_, n) => call(keys[n % 5]!)));
  expect(new Set(replies.map(reply => reply.status))).toEqual(new Set([200]));
});
