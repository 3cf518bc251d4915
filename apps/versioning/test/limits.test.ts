import { readConfig } from '../src/config';
import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ RATE_LIMIT_DEFAULT: '50/60', RATE_LIMIT_FAILED_AUTH: '5/60' });
});
afterEach(() => app.close());

const call = (key: string | null, path = '/api/packages?limit=1') => app.call('GET', path, { key });
const wrong = `vrk_test_${'A'.repeat(43)}`;

test('a key has so many calls a window, told in its headers, and then waits', async () => {
  const first = await call(app.key);
  expect(first.headers.get('ratelimit-policy')).toMatch(/^"calls"; q=50; w=60; pk=/);
  expect(first.headers.get('ratelimit')).toMatch(/^"calls"; r=49; t=\d+$/);
  const replies = await Promise.all(Array.from({ length: 80 }, () => call(app.key)));
  expect(replies.filter(reply => reply.status === 200)).toHaveLength(49);
  const refused = replies.find(reply => reply.status === 429)!;
  expect(refused.body.Code).toBe('rate-limited');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
});

test('unless it is configured, 300 calls of a key and 20 failures of an address a minute', () => {
  const { rateLimitDefault, rateLimitFailedAuth } = readConfig({});
  expect(rateLimitDefault).toEqual({ count: 300, seconds: 60 });
  expect(rateLimitFailedAuth).toEqual({ count: 20, seconds: 60 });
});

test('each key has a window of its own', async () => {
  await Promise.all(Array.from({ length: 60 }, () => call(app.key)));
  expect((await call(app.key)).status).toBe(429);
  expect((await call(await app.issueKey())).status).toBe(200);
});

test('so many of an address learn that their key is wrong, also at once, and a right key passes', async () => {
  const replies = await Promise.all(Array.from({ length: 40 }, () => call(wrong)));
  expect(replies.filter(reply => reply.status === 401)).toHaveLength(5);
  const refused = replies.filter(reply => reply.status === 429);
  expect(refused).toHaveLength(35);
  expect(refused[0]!.body.Detail).toMatch(
    /^No more than 5 failed authentications from this address/,
  );
  expect((await call(app.key)).status).toBe(200);
});

test('failures are counted together, whatever was wrong with the key', async () => {
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

test('a call without any key is no failure', async () => {
  for (let n = 0; n < 6; n++) expect((await call(null)).status).toBe(401);
  expect((await call(wrong)).status).toBe(401);
});

test('calls that a key is not allowed are none of them', async () => {
  const reader = await app.issueKey({ scopes: ['read'] });
  for (let n = 0; n < 6; n++) {
    expect((await app.call('DELETE', '/api/packages/none', { key: reader })).status).toBe(403);
  }
  expect((await call(wrong)).status).toBe(401);
});

test('right keys are never counted as failures, however many come at once', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => app.issueKey()));
  const replies = await Promise.all(Array.from({ length: 200 }, (_, n) => call(keys[n % 5]!)));
  expect(new Set(replies.map(reply => reply.status))).toEqual(new Set([200]));
});

test('health and the documentation are never limited', async () => {
  await Promise.all(Array.from({ length: 20 }, () => call(wrong)));
  expect((await call(null, '/api/health')).status).toBe(200);
  expect((await call(null, '/swagger/openapi.json')).status).toBe(200);
});
