import { apiKey, bearer, castOf, type Headers, PASSWORD, xCompany } from '../../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';
import { signInAt } from '../sign-in-at';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY, RATE_LIMIT_SIGN_IN: 'off' });
  cast = castOf(service);
});
afterAll(() => service.close());

const STATUS = '/me/client-secret';
const MEASUREMENTS = '/reporting/compliance-summaries/measurements';
const CONTACTS = '/reporting/directory-contacts';

async function codeOf(path: string, headers: Headers) {
  const { status, body } = await cast.call(path, headers);
  return status === 200 ? 200 : `${status} ${body.code}`;
}

test('report access is required only where specified', async () => {
  const { secret } = await cast.ada({ apiAccess: true, reportAccess: false });
  expect(await codeOf(CONTACTS, bearer(secret))).toBe('403 report-access-required');
  expect(await codeOf(MEASUREMENTS, bearer(secret))).toBe(200);
});

test('measurements require no organization', async () => {
  expect(await codeOf(MEASUREMENTS, apiKey(SERVICE_KEY))).toBe(200);
  expect(await codeOf(CONTACTS, apiKey(SERVICE_KEY))).toBe('400 company-required');
  const file = await cast.call(`${MEASUREMENTS}?format=csv`, apiKey(SERVICE_KEY));
  expect(file.headers['content-disposition']).toMatch(
    /filename=measurements-\d{4}-\d\d-\d\d\.csv$/,
  );
});

test('the Developer role is required of secrets for reports only', async () => {
  const { secret } = await cast.ada({ isDeveloper: false });
  for (const path of [CONTACTS, MEASUREMENTS]) {
    expect(await codeOf(path, bearer(secret))).toBe('403 developer-role-required');
  }
  expect(await codeOf(STATUS, bearer(secret))).toBe(200);
});

test('the Developer role is not required of sessions', async () => {
  const { acme, signIn } = await cast.ada({ isDeveloper: false });
  expect(await codeOf(MEASUREMENTS, [...(await signIn()), ...xCompany(acme.handle)])).toBe(200);
});

describe('an operator', () => {
  const ACCOUNTS = '/security/accounts';

  async function grace(facts: { apiAccess?: boolean; reportAccess?: boolean }) {
    const acme = await service.seed.company('acme');
    const account = await service.seed.account('Grace', {
      isOperator: true,
      password: PASSWORD,
      ...facts,
    });
    const secret = await service.seed.secret(account, acme);
    const session = [await signInAt(service.url, { email: account.email, password: PASSWORD })];
    return { account, secret, session: [...session, ...xCompany(acme.handle)] };
  }

  test('requires neither a membership nor the Developer role', async () => {
    const { secret, session } = await grace({ reportAccess: true });
    for (const headers of [bearer(secret), session]) {
      expect(await codeOf(CONTACTS, headers)).toBe(200);
    }
  });

  test('requires report access like anyone else, with a secret or a session', async () => {
    const { secret, session } = await grace({ apiAccess: true });
    for (const headers of [bearer(secret), session]) {
      expect(await codeOf(CONTACTS, headers)).toBe('403 report-access-required');
      expect(await codeOf(MEASUREMENTS, headers)).toBe(200);
      expect(await codeOf(ACCOUNTS, headers)).toBe(200);
    }
  });

  test('requires API access for a secret, but no grant for operator endpoints in a session', async () => {
    const { secret, session } = await grace({});
    expect(await codeOf(ACCOUNTS, bearer(secret))).toBe('403 api-access-required');
    expect(await codeOf(ACCOUNTS, session)).toBe(200);
    const created = await cast.call(STATUS, session, { method: 'POST' });
    expect([created.status, created.body.code]).toEqual([403, 'api-access-required']);
  });

  test('is denied from the next call on once a grant is withdrawn', async () => {
    const { account, secret } = await grace({ reportAccess: true });
    const { prisma } = service.context.db;
    const withdraw = (data: object) => prisma.account.update({ where: { id: account.id }, data });
    await withdraw({ reportAccess: false });
    expect(await codeOf(CONTACTS, bearer(secret))).toBe('403 report-access-required');
    await withdraw({ apiAccess: false });
    expect(await codeOf(CONTACTS, bearer(secret))).toBe('403 api-access-required');
  });
});

test('/me denies the service key because it has no account, not for lack of an organization', async () => {
  for (const [method, path] of [
    ['GET', STATUS],
    ['POST', STATUS],
    ['POST', '/me/client-secrets'],
  ] as const) {
    for (const named of [[], xCompany('nowhere')]) {
      const headers = [...apiKey(SERVICE_KEY), ...named];
      const { status, body } = await cast.call(path, headers, { method });
      expect([status, body.code]).toEqual([403, 'account-required']);
    }
  }
});

test('a secret does not replace a session', async () => {
  const { secret } = await cast.ada();
  expect(await codeOf('/auth/session', bearer(secret))).toBe('401 session-invalid');
});
