import { startTestApp, type TestApp } from './start-test-app';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ RATE_LIMIT_SIGN_IN: 'off' });
});
afterAll(() => service.close());

const password = 'seven lamps on a quiet street';

async function signIn(email: string, body: object = {}, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ email, password, ...body }),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  return { response, status: response.status, cookie, session: cookie.split(';')[0] ?? '' };
}

async function call(method: string, path: string, cookie: string, headers = {}, body?: unknown) {
  const response = await fetch(service.url + path, {
    method,
    headers: { Cookie: cookie, 'Content-Type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, response, body: text === '' ? null : JSON.parse(text) };
}

test('a session is a cookie of 8 hours that only this service reads', async () => {
  const acme = await service.seed.company('acme');
  const { account } = await acme.member('Ada', { password });
  const { status, cookie, session } = await signIn(account.email);
  expect(status).toBe(204);
  expect(cookie).toMatch(
    /^reporting_session=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=28800; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
  );
  const { body } = await call('GET', '/auth/session', session);
  expect(body).toEqual({
    account: { id: account.uuid, email: account.email, name: 'Ada' },
    organizations: [{ id: acme.uuid, handle: acme.handle, name: 'acme', isDeveloper: true }],
    roles: { isOperator: false, apiAccess: false, reportAccess: false },
    expiresAt: expect.stringMatching(/\+00:00$/),
  });
});

test('signing out stops the token on the next call, wherever it was copied to', async () => {
  const acme = await service.seed.company('acme');
  const { account } = await acme.member('Ada', { password });
  const { session } = await signIn(account.email);
  const out = await call('POST', '/auth/logout', session);
  expect(out.status).toBe(204);
  expect(out.response.headers.getSetCookie()[0]).toMatch(
    /^reporting_session=; Path=\/; Expires=Thu, 01 Jan 1970/,
  );
  const after = await call('GET', '/auth/session', session);
  expect([after.status, after.body.code]).toEqual([401, 'session-invalid']);
});

test('a password change ends every other session and takes the new password alone', async () => {
  const acme = await service.seed.company('acme');
  const { account } = await acme.member('Ada', { password });
  const [here, elsewhere] = [await signIn(account.email), await signIn(account.email)];
  const next = 'eight lamps on a loud street';
  const changed = await call(
    'POST',
    '/me/password',
    here.session,
    {},
    { current: password, new: next },
  );
  expect(changed.status).toBe(204);
  expect((await call('GET', '/auth/session', here.session)).status).toBe(200);
  expect((await call('GET', '/auth/session', elsewhere.session)).status).toBe(401);
  expect((await signIn(account.email)).status).toBe(401);
  expect((await signIn(account.email, { password: next })).status).toBe(204);
});
