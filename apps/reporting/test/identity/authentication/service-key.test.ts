import { apiKey, castOf, xCompany } from '../../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';

const nextServiceKey = 'the service key that comes after that one';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY: `${SERVICE_KEY},${nextServiceKey}` });
  cast = castOf(service);
});
afterAll(() => service.close());

const CONTACTS = '/reporting/directory-contacts';

async function codeOf(path: string, request = {}) {
  const { status, body } = await cast.call(path, apiKey(SERVICE_KEY), request);
  return `${status} ${body.code}`;
}

test.each([
  ['the first', SERVICE_KEY],
  ['the next, while keys are rotated', nextServiceKey],
])('%s reads the reports of any specified organization', async (_, key) => {
  const { acme } = await cast.ada();
  const headers = [...apiKey(key), ...xCompany(acme.handle)];
  expect((await cast.call(CONTACTS, headers)).status).toBe(200);
});

test('the service key is not bound to an organization', async () => {
  expect(await codeOf(CONTACTS)).toBe('400 company-required');
});

test.each([
  ['/me/client-secret', '403 account-required'],
  ['/me/client-secrets', '403 account-required'],
  ['/me/export', '403 account-required'],
  ['/auth/session', '401 session-invalid'],
])('it has no account, which %s requires', async (path, expected) => {
  expect(await codeOf(path)).toBe(expected);
});

test('the service key changes no grants', async () => {
  const { account } = await cast.ada();
  const request = { method: 'PUT', body: { reportAccess: false } };
  const path = `/security/accounts/${account.uuid}/grants`;
  expect(await codeOf(path, request)).toBe('403 operator-required');
});
