import { setImmediate } from 'node:timers/promises';
import { generateSecret } from '@platform/auth/secret';
import document from '../../../openapi.json';
import { apiKey, bearer, castOf, type Headers, xCompany } from '../../cast';
import { expectProblem } from '../../expect-problem';
import type { Reply } from '../../send-json';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({
    SERVICE_KEY,
    RATE_LIMIT_DEFAULT: '5/60',
    RATE_LIMIT_REPORTS: '3/60',
  });
  cast = castOf(service);
});
afterAll(() => service.close());

const STATUS = '/me/client-secret';
const CONTACTS = '/reporting/directory-contacts';
const FILE = `${CONTACTS}?format=csv`;
const TYPES = '/reporting/achievement-gaps/person-types';

const times = (count: number, call: () => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, call));

const passed = (responses: readonly Reply[]) => responses.filter(({ status }) => status === 200);

test('concurrent calls do not exceed the limit of an account', async () => {
  const { secret } = await cast.ada();
  const responses = await times(12, () => cast.call(STATUS, bearer(secret)));
  expect(passed(responses)).toHaveLength(5);
  const refused = responses.find(({ status }) => status === 429)!;
  expectProblem(refused, '429 Too many requests, rate-limited');
  const wait = Number(refused.headers['retry-after']);
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(60);
});

test('each response has the limit and the remaining calls', async () => {
  const { secret } = await cast.ada();
  for (const left of [4, 3, 2, 1, 0, 0]) {
    const { headers } = await cast.call(STATUS, bearer(secret));
    expect(headers['ratelimit-policy']).toMatch(/^"calls"; q=5; w=60; pk=/);
    expect(headers.ratelimit).toMatch(new RegExp(`^"calls"; r=${left}; t=\\d+$`));
  }
});

test('each kind of credential of an account has a separate window', async () => {
  const { acme, secret, signIn } = await cast.ada();
  const client = await cast.clientSecret(secret);
  const session = [...(await signIn()), ...xCompany(acme.handle)];
  await times(6, () => cast.call(STATUS, bearer(secret)));
  expect((await cast.call(STATUS, bearer(secret))).status).toBe(429);
  for (const headers of [bearer(client.secret), session]) {
    expect(passed(await times(6, () => cast.call(STATUS, headers)))).toHaveLength(5);
  }
});

test('client secrets of an account share a window', async () => {
  const { secret } = await cast.ada();
  const [one, other] = [await cast.clientSecret(secret), await cast.clientSecret(secret)];
  await times(5, () => cast.call(STATUS, bearer(one.secret)));
  expect((await cast.call(STATUS, bearer(other.secret))).status).toBe(429);
});

test('replacing a secret does not start a new window', async () => {
  const { acme, account, secret } = await cast.ada();
  await times(5, () => cast.call(STATUS, bearer(secret)));
  const next = await service.seed.secret(account, acme);
  expect((await cast.call(STATUS, bearer(next))).status).toBe(429);
});

test('accounts are limited separately', async () => {
  const [one, other] = [await cast.ada(), await cast.ada()];
  await times(6, () => cast.call(STATUS, bearer(one.secret)));
  expect((await cast.call(STATUS, bearer(other.secret))).status).toBe(200);
});

test('report files share a separate window, which lists do not use', async () => {
  const { secret } = await cast.ada();
  const headers = bearer(secret);
  const report = (path: string, method = 'GET') =>
    cast.call(
      `/reporting/${path}?format=ndjson`,
      headers,
      method === 'POST' ? { method, body: {} } : {},
    );
  expect(passed(await times(4, () => cast.call(TYPES, headers)))).toHaveLength(4);
  for (let n = 0; n < 3; n++) expect((await cast.call(FILE, headers)).status).toBe(200);
  for (const [path, method] of [
    ['achievement-gaps'],
    ['directory-contacts'],
    ['compliance-summaries', 'POST'],
    ['compliance-trends', 'POST'],
    ['monthly-statistics'],
    ['competency-validations'],
  ]) {
    const response = await report(path!, method);
    expect([response.status, response.headers['ratelimit-policy']]).toEqual([
      429,
      expect.stringMatching(/^"reports"; q=3; w=60; pk=/),
    ]);
  }
  expect((await cast.call(TYPES, headers)).status).toBe(200);
});

test('denied calls are counted, including those without API access', async () => {
  const { account, secret } = await cast.ada({ apiAccess: true, reportAccess: false });
  const outcome = async () => (await cast.call(FILE, bearer(secret))).body.code;
  for (let n = 0; n < 3; n++) expect(await outcome()).toBe('report-access-required');
  expect(await outcome()).toBe('rate-limited');
  const data = { apiAccess: false };
  await service.context.db.prisma.account.update({ where: { id: account.id }, data });
  expect(await outcome()).toBe('rate-limited');
});

test('the service key is not limited', async () => {
  const { acme } = await cast.ada();
  const headers: Headers = [...apiKey(SERVICE_KEY), ...xCompany(acme.handle)];
  for (let call = 0; call < 10; call++) {
    const response = await cast.call(CONTACTS, headers);
    expect([response.status, response.headers.ratelimit]).toEqual([200, undefined]);
  }
});

test('reports as JSON have a separate window that is four times as large', async () => {
  const { secret } = await cast.ada();
  for (const left of [11, 10]) {
    const { headers } = await cast.call(CONTACTS, bearer(secret));
    expect(headers['ratelimit-policy']).toMatch(/^"pages"; q=12; w=60; pk=/);
    expect(headers.ratelimit).toMatch(new RegExp(`^"pages"; r=${left}; t=\\d+$`));
  }
  const file = await cast.call(FILE, bearer(secret));
  expect(file.headers.ratelimit).toMatch(/^"reports"; r=2; t=\d+$/);
});

test('calls rejected before any work count as calls, not as reports', async () => {
  const { secret } = await cast.ada();
  const unknown = `${CONTACTS}?format=csv&color=red`;
  for (let n = 0; n < 5; n++) {
    expect((await cast.call(unknown, bearer(secret))).status).toBe(400);
    // It is uncounted once the response has been sent.
    await setImmediate();
  }
  expect((await cast.call(unknown, bearer(secret))).status).toBe(429);
  expect((await cast.call(STATUS, bearer(secret))).status).toBe(429);
});

test('the defaults are 300 calls, 120 reports as JSON and 30 files per minute', async () => {
  const usual = await startTestApp();
  const theirs = castOf(usual);
  const { secret } = await theirs.ada();
  const sent = async (path: string) =>
    String((await theirs.call(path, bearer(secret))).headers['ratelimit-policy']);
  const [calls, pages, files] = [await sent(STATUS), await sent(CONTACTS), await sent(FILE)];
  expect(calls).toMatch(/^"calls"; q=300; w=60; pk=/);
  expect(pages).toMatch(/^"pages"; q=120; w=60; pk=/);
  expect(files).toMatch(/^"reports"; q=30; w=60; pk=/);
  // The OpenAPI document has the same values.
  const shown = (policy: string) => `\`${policy.replace(/pk=:.*:$/, 'pk=:…:')}\``;
  const documented = (path: typeof STATUS | typeof CONTACTS) =>
    document.paths[path].get.responses[200].headers['RateLimit-Policy'].description;
  expect(documented(STATUS)).toContain(shown(calls));
  expect(documented(CONTACTS)).toContain(shown(pages));
  expect(documented(CONTACTS)).toContain(shown(files));
  await usual.close();
});

test('after 60 failed authentications per minute, only valid credentials pass from an address', async () => {
  const { secret } = await cast.ada();
  const wrong = generateSecret('vsk', 'test').secret;
  const responses = await times(80, () => cast.call(STATUS, bearer(wrong)));
  const refused = responses.filter(({ status }) => status === 429);
  expect([responses.length - refused.length, refused.length]).toEqual([60, 20]);
  expect((await cast.call(STATUS, bearer(secret))).status).toBe(200);
  for (const path of ['/diagnostic/health', '/diagnostic/version', '/swagger/openapi.json']) {
    expect((await cast.call(path)).status).toBe(200);
  }
});
