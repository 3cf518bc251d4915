import { type RequestOptions, sendJson } from '../../send-json';
import { startTestApp, type TestApp } from '../../start-test-app';

const password = 'seven lamps on a quiet street';
const ALLOWED = 'https://app.example.org';

let service: TestApp;
let email: string;
let session: string;
beforeAll(async () => {
  service = await startTestApp({
    ALLOWED_ORIGINS: `${ALLOWED},https://other.example.org`,
    RATE_LIMIT_SIGN_IN: 'off',
    RATE_LIMIT_FAILED_AUTH: 'off',
  });
  const acme = await service.seed.company('acme');
  const { account } = await acme.member('Ada', { password, reportAccess: true });
  ({ email } = account);
  const { headers } = await signIn([]);
  session = String(headers['set-cookie']).split(';')[0]!;
});
afterAll(() => service.close());

type Headers = NonNullable<RequestOptions['headers']>;

const signIn = (headers: Headers) =>
  sendJson(`${service.url}/auth/login`, { method: 'POST', headers, body: { email, password } });

const visit = (headers: Headers, method = 'GET') =>
  sendJson(`${service.url}/auth/session`, { method, headers: [['Cookie', session], ...headers] });

const own = () => new URL(service.url).origin;

const KNOWN: [string, () => Headers][] = [
  ['a configured origin', () => [['Origin', ALLOWED]]],
  ['the service’s own origin', () => [['Origin', own()]]],
  ['a page of a configured origin', () => [['Referer', `${ALLOWED}/people?page=2`]]],
  ['the same origin according to Sec-Fetch-Site', () => [['Sec-Fetch-Site', 'same-origin']]],
  ['the address bar', () => [['Sec-Fetch-Site', 'none']]],
  ['a client other than a browser', () => []],
];

const FOREIGN: [string, Headers][] = [
  ['another origin', [['Origin', 'https://evil.example']]],
  ['another scheme', [['Origin', 'http://app.example.org']]],
  ['another port', [['Origin', `${ALLOWED}:8443`]]],
  ['an origin with the same beginning', [['Origin', `${ALLOWED}.evil.example`]]],
  ['the origin null', [['Origin', 'null']]],
  ['a page of another origin', [['Referer', 'https://evil.example/app.example.org']]],
  ['an invalid Referer', [['Referer', 'nonsense']]],
  ['another site according to Sec-Fetch-Site', [['Sec-Fetch-Site', 'cross-site']]],
  ['a sibling domain according to Sec-Fetch-Site', [['Sec-Fetch-Site', 'same-site']]],
  [
    'another origin, regardless of Sec-Fetch-Site',
    [
      ['Origin', 'https://evil.example'],
      ['Sec-Fetch-Site', 'same-origin'],
    ],
  ],
];

test.each(KNOWN)('a session and a sign-in are allowed from %s', async (_, headers) => {
  expect((await visit(headers())).status).toBe(200);
  expect((await signIn(headers())).status).toBe(204);
});

test.each(FOREIGN)('a session and a sign-in are rejected from %s', async (_, headers) => {
  for (const response of [await visit(headers), await signIn(headers)]) {
    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({
      title: 'Origin not allowed',
      code: 'origin-not-allowed',
    });
    expect(response.headers['set-cookie']).toBeUndefined();
  }
});

test('a cookie from a foreign page is rejected for any method, even with a valid secret', async () => {
  const foreign: Headers = [['Origin', 'https://evil.example']];
  const out = await sendJson(`${service.url}/auth/logout`, {
    method: 'POST',
    headers: [['Cookie', session], ...foreign],
  });
  expect(out.body.code).toBe('origin-not-allowed');
  expect((await visit([['X-Api-Key', 'vsk_test_whatever'], ...foreign])).body.code).toBe(
    'origin-not-allowed',
  );
  expect((await visit([])).status).toBe(200);
});

test('without a cookie, a foreign page may call like anyone else', async () => {
  const response = await sendJson(`${service.url}/diagnostic/version`, {
    headers: [['Origin', 'https://evil.example']],
  });
  expect(response.status).toBe(200);
  expect(response.headers['access-control-allow-origin']).toBeUndefined();
});

test('a page of a configured origin may read the response, and caches distinguish origins', async () => {
  const { headers } = await visit([['Origin', ALLOWED]]);
  expect(headers['access-control-allow-origin']).toBe(ALLOWED);
  expect(headers['access-control-allow-credentials']).toBe('true');
  expect(headers.vary).toMatch(/\bOrigin\b/);
  expect((await visit([])).headers.vary).toMatch(/\bOrigin\b/);
});

test('a page can read its error response', async () => {
  const { status, headers } = await sendJson(`${service.url}/auth/session`, {
    headers: [['Origin', ALLOWED]],
  });
  expect([status, headers['access-control-allow-origin']]).toEqual([401, ALLOWED]);
});

test('only preflights from configured origins are accepted', async () => {
  const preflight = (origin: string) =>
    sendJson(`${service.url}/reporting/compliance-summaries`, {
      method: 'OPTIONS',
      headers: [
        ['Origin', origin],
        ['Access-Control-Request-Method', 'POST'],
        ['Access-Control-Request-Headers', 'content-type,x-company'],
      ],
    });
  const allowed = await preflight(ALLOWED);
  expect(allowed.status).toBe(204);
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': ALLOWED,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE',
  });
  const headers = String(allowed.headers['access-control-allow-headers']).split(',').toSorted();
  expect(headers).toEqual([
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'If-Match',
    'If-None-Match',
    'X-Api-Key',
    'X-Company',
    'X-Request-Id',
  ]);
  const refused = await preflight('https://evil.example');
  expect(refused.headers['access-control-allow-origin']).toBeUndefined();
});

test('OPTIONS other than preflights returns the methods of a path, and 404 for an unknown one', async () => {
  const options = (path: string) => sendJson(service.url + path, { method: 'OPTIONS' });
  const known = await options('/reporting/compliance-trends');
  expect([known.status, known.headers.allow]).toEqual([204, 'POST, OPTIONS']);
  expect((await options('/nowhere')).body.code).toBe('not-found');
});
