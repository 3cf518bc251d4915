import { randomUUID } from 'node:crypto';
import { setPassword } from '../../../src/identity/sign-in/passwords';
import { castOf, PASSWORD } from '../../cast';
import { sendJson } from '../../send-json';
import { startTestApp, type TestApp } from '../../start-test-app';
import { signInAt } from '../sign-in-at';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({ RATE_LIMIT_SIGN_IN: 'off' });
  cast = castOf(service);
});
afterAll(() => service.close());

const signIn = (email: string, body: object = {}) =>
  sendJson(`${service.url}/auth/login`, {
    method: 'POST',
    body: { email, password: PASSWORD, ...body },
  });

test('a session has its account, organizations, rights and expiry', async () => {
  const { acme, account, signIn: open } = await cast.ada({ reportAccess: false });
  const { body } = await cast.call('/auth/session', await open());
  expect(body).toEqual({
    account: { id: account.uuid, email: account.email, name: 'Ada', language: null },
    organizations: [
      {
        id: acme.uuid,
        handle: acme.handle,
        name: 'acme',
        language: 'en',
        isDeveloper: true,
        rights: {
          ...{ apiAccess: false, reportAccess: false, developerRole: true, keepsRecords: false },
          ...{ reportScope: 'organization', reportDepartments: null },
        },
      },
    ],
    roles: { isOperator: false, apiAccess: false, reportAccess: false },
    fromProvider: null,
    mail: 'none',
    expiresAt: expect.stringMatching(/\+00:00$/),
  });
});

test('unknown, disabled and passwordless accounts fail like a wrong password, including the hashing time', async () => {
  const acme = await service.seed.company('acme');
  const { account: right } = await acme.member('Ada');
  const { account: passwordless } = await acme.member('Grace');
  const { account: disabled } = await acme.member('Linus');
  for (const account of [right, disabled]) {
    await setPassword(service.context.db, account, PASSWORD);
  }
  await service.context.db.prisma.account.update({
    where: { id: disabled.id },
    data: { disabledAt: new Date() },
  });
  const tries = [
    [right.email, 'a wrong password, as long as'],
    [passwordless.email, PASSWORD],
    [disabled.email, PASSWORD],
    ['nobody@example.org', PASSWORD],
  ];
  const check = jest.spyOn(service.context.slots.passwords, 'run');
  const responses = [];
  for (const [email = '', password] of tries) {
    const { status, headers, text } = await signIn(email, { password });
    expect(check).toHaveBeenCalledTimes(responses.length + 1);
    responses.push([status, text, headers['set-cookie'], headers['www-authenticate']]);
  }
  for (const response of responses) expect(response).toEqual(responses[0]);
  expect(responses[0]).toEqual([401, expect.any(String), undefined, 'Bearer realm="reporting"']);
  expect(JSON.parse(String(responses[0]?.[1])).code).toBe('sign-in-failed');
});

test('e-mails are case-insensitive, and passwords case-sensitive', async () => {
  const { account } = await cast.ada();
  expect((await signIn(account.email.toUpperCase())).status).toBe(204);
  expect((await signIn(account.email, { password: PASSWORD.toUpperCase() })).status).toBe(401);
});

// PostgreSQL folds the first to an i, and JavaScript the second to a k, which would allow further attempts.
test.each(['\u0130', '\u212a'])(
  'a letter that folds to a plain one, such as %j, is different',
  async letter => {
    const plain = letter.toLowerCase().normalize('NFKD').charAt(0);
    const email = `${plain}${randomUUID()}@example.org`;
    await service.seed.account('Ada', { email, password: PASSWORD });
    expect((await signIn(email)).status).toBe(204);
    expect((await signIn(email.replace(plain, letter))).status).toBe(401);
  },
);

test('a password with characters beyond 72 bytes is wrong', async () => {
  const longest = 'é'.repeat(36);
  const { account } = await cast.ada({ password: longest });
  expect((await signIn(account.email, { password: longest })).status).toBe(204);
  expect((await signIn(account.email, { password: `${longest}!` })).status).toBe(401);
});

test('an account without organizations can sign in', async () => {
  const { email } = await service.seed.account('Ada', { password: PASSWORD });
  const session = await signInAt(service.url, { email, password: PASSWORD });
  expect((await cast.call('/auth/session', [session])).body.organizations).toEqual([]);
});

test('a specified organization must exist and be accessible', async () => {
  const [{ account }, globex] = [await cast.ada(), await service.seed.company('globex')];
  const outcome = async (company: string) => {
    const { status, body, headers } = await signIn(account.email, { company });
    return [status, body.code, headers['set-cookie']];
  };
  expect(await outcome('nowhere')).toEqual([400, 'unknown-company', undefined]);
  expect(await outcome(globex.handle)).toEqual([403, 'no-company-access', undefined]);
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
])('a sign-in with %j is rejected naming %s', async (body, field) => {
  const response = await signIn('ada@example.org', body);
  expect([response.status, response.body.code]).toEqual([400, 'invalid-request']);
  expect(response.body.detail).toContain(field);
});
