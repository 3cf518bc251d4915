import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp } from '../start-test-app';

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

test('unknown, disabled, passwordless and mistaken are one answer, and each costs a password check', async () => {
  const acme = await service.seed.company('acme');
  const { account: right } = await acme.member('Ada', { password });
  const { account: passwordless } = await acme.member('Grace');
  const { account: disabled } = await acme.member('Linus', { password });
  await service.context.db.prisma.account.update({
    where: { id: disabled.id },
    data: { disabledAt: new Date() },
  });
  const tries = [
    [right.email, 'a wrong password, as long as'],
    [passwordless.email, password],
    [disabled.email, password],
    ['nobody@example.org', password],
  ];
  const answers = [];
  for (const [email = '', tried] of tries) {
    const start = performance.now();
    const { status, response, cookie } = await signIn(email, { password: tried });
    // bcrypt at cost 12 takes some 200 ms here; a look-up takes 2.
    expect(performance.now() - start).toBeGreaterThan(50);
    answers.push([status, cookie, await response.text(), response.headers.get('www-authenticate')]);
  }
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.slice(0, 2)).toEqual([401, '']);
  expect(JSON.parse(String(answers[0]?.[2]))).toMatchObject({
    title: 'Sign-in failed',
    code: 'sign-in-failed',
  });
});

test('an e-mail signs in in any case of letters, a password in its own alone', async () => {
  const { account } = await (await service.seed.company('acme')).member('Ada', { password });
  expect((await signIn(account.email.toUpperCase())).status).toBe(204);
  expect((await signIn(account.email, { password: password.toUpperCase() })).status).toBe(401);
});

// The database takes the first for an i, JavaScript the second for a k: each would be a new count of tries.
test.each(['\u0130', '\u212a'])(
  'a letter that folds to a plain one, as %j does, is another',
  async odd => {
    const plain = odd.toLowerCase().normalize('NFKD').charAt(0);
    const email = `${plain}${randomUUID()}@example.org`;
    await service.seed.account('Ada', { email, password });
    expect((await signIn(email)).status).toBe(204);
    expect((await signIn(email.replace(plain, odd))).status).toBe(401);
  },
);

test('what comes behind 72 bytes is part of a password: it makes a wrong one', async () => {
  const longest = 'é'.repeat(36);
  const { account } = await (await service.seed.company('acme')).member('Ada', {
    password: longest,
  });
  expect((await signIn(account.email, { password: longest })).status).toBe(204);
  expect((await signIn(account.email, { password: `${longest}!` })).status).toBe(401);
});

test('an account without organizations signs in, and has none to name', async () => {
  const { email } = await service.seed.account('Ada', { password });
  const { session } = await signIn(email);
  expect((await call('GET', '/auth/session', session)).body.organizations).toEqual([]);
});

test('an organization that is named must be there, and open to the account', async () => {
  const [acme, globex] = [await service.seed.company('acme'), await service.seed.company('globex')];
  const { account } = await acme.member('Ada', { password });
  const outcome = async (company: string) => {
    const { response, cookie } = await signIn(account.email, { company });
    return [response.status, ((await response.json()) as { code: string }).code, cookie];
  };
  expect(await outcome('nowhere')).toEqual([400, 'unknown-company', '']);
  expect(await outcome(globex.handle)).toEqual([403, 'no-company-access', '']);
});

test.each([
  [{ email: undefined }, 'email'],
  [{ email: '' }, 'email'],
  [{ email: 'ada\u0000' }, 'email'],
  [{ company: 'ac\u0000me' }, 'company'],
  [{ password: 12 }, 'password'],
  [{ password: '' }, 'password'],
  [{ company: '' }, 'company'],
  [{ remember: true }, 'remember'],
])('a sign-in with %j is refused, naming %s', async (body, field) => {
  const { response } = await signIn('ada@example.org', body);
  expect(response.status).toBe(400);
  const problem = (await response.json()) as { code: string; detail: string };
  expect(problem.code).toBe('invalid-request');
  expect(problem.detail).toContain(field);
});

test.each([
  ['short', 'at least 12 characters'],
  ['é'.repeat(37), '72 bytes'],
  ['passwordpassword', 'common'],
])('%s will not do for a new password', async (chosen, reason) => {
  const { account } = await (await service.seed.company('acme')).member('Ada', { password });
  const { session } = await signIn(account.email);
  const change = { current: password, new: chosen };
  const { status, body } = await call('POST', '/me/password', session, {}, change);
  expect([status, body.errors[0].field]).toEqual([400, 'new']);
  expect(body.detail).toContain(reason);
  expect((await signIn(account.email)).status).toBe(204);
});

test('a password is not changed by who does not know it', async () => {
  const { account } = await (await service.seed.company('acme')).member('Ada', { password });
  const { session } = await signIn(account.email);
  const change = { current: 'not the one', new: 'eight lamps on a loud street' };
  const { status, body } = await call('POST', '/me/password', session, {}, change);
  expect([status, body.code]).toEqual([401, 'sign-in-failed']);
  expect((await call('GET', '/auth/session', session)).status).toBe(200);
});
