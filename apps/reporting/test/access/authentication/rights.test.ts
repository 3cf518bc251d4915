import { bearer, castOf, type Headers, xCompany } from '../../cast';
import { startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({ RATE_LIMIT_SIGN_IN: 'off' });
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

test('report access is asked where the specification says so, and nowhere else', async () => {
  const { secret } = await cast.ada({ apiAccess: true, reportAccess: false });
  expect(await codeOf(CONTACTS, bearer(secret))).toBe('403 report-access-required');
  expect(await codeOf(MEASUREMENTS, bearer(secret))).toBe(200);
});

test('the Developer role is asked of secrets on every path of reports, and nowhere else', async () => {
  const { secret } = await cast.ada({ isDeveloper: false });
  for (const path of [CONTACTS, MEASUREMENTS]) {
    expect(await codeOf(path, bearer(secret))).toBe('403 developer-role-required');
  }
  expect(await codeOf(STATUS, bearer(secret))).toBe(200);
});

test('the Developer role is not asked of sessions', async () => {
  const { acme, signIn } = await cast.ada({ isDeveloper: false });
  expect(await codeOf(MEASUREMENTS, [...(await signIn()), ...xCompany(acme.handle)])).toBe(200);
});

test('an operator needs neither grants nor roles', async () => {
  const acme = await service.seed.company('acme');
  const grace = await service.seed.account('Grace', { isOperator: true });
  const secret = await service.seed.secret(grace, acme);
  expect(await codeOf(CONTACTS, bearer(secret))).toBe(200);
});

test('where a session is needed, a secret is none', async () => {
  const { secret } = await cast.ada();
  expect(await codeOf('/auth/session', bearer(secret))).toBe('401 session-invalid');
});
