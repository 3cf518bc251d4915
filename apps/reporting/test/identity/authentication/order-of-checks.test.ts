import { randomUUID } from 'node:crypto';
import { generateSecret } from '@platform/auth/secret';
import { apiKey, bearer, castOf, expire, type Headers, xCompany } from '../../cast';
import { startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({
    TRUST_PROXY: '1',
    RATE_LIMIT_FAILED_AUTH: '2/60',
    RATE_LIMIT_DEFAULT: '2/60',
    RATE_LIMIT_REPORTS: '2/60',
  });
  cast = castOf(service);
});
afterAll(() => service.close());

const STATUS = '/me/client-secret';
const CONTACTS = '/reporting/directory-contacts';
const GAPS = '/reporting/achievement-gaps';

const wrong = () => generateSecret('vsk', 'test').secret;

/** Separate addresses, so that tests do not share limits. */
let addresses = 0;
const nextAddress = () => `192.0.2.${++addresses}`;

async function codeOf(path: string, headers: Headers, from = nextAddress(), request = {}) {
  const forwarded = ['X-Forwarded-For', from] as const;
  const { status, body } = await cast.call(path, [...headers, forwarded], request);
  return status < 300 ? status : body.code;
}

async function disable({ id }: { id: number }) {
  const data = { disabledAt: new Date() };
  await service.context.db.prisma.account.update({ where: { id }, data });
}

const setGrants = ({ id }: { id: number }, apiAccess: boolean, reportAccess: boolean) =>
  service.context.db.prisma.account.update({ where: { id }, data: { apiAccess, reportAccess } });

test('an address beyond its limit is only limited if its credential is not recognized', async () => {
  const { secret } = await cast.ada();
  const from = nextAddress();
  expect(await codeOf(STATUS, bearer(wrong()), from)).toBe('secret-unrecognized');
  expect(await codeOf(STATUS, bearer(wrong()), from)).toBe('secret-unrecognized');
  expect(await codeOf(STATUS, bearer(wrong()), from)).toBe('rate-limited');
  expect(await codeOf(STATUS, [...bearer(wrong()), ...apiKey(wrong())], from)).toBe('rate-limited');
  expect(await codeOf(STATUS, [], from)).toBe('secret-missing');
  expect(await codeOf(STATUS, bearer(secret), from)).toBe(200);
});

test('two credentials conflict before either is looked up', async () => {
  const headers = [...bearer(wrong()), ...apiKey(wrong())];
  expect(await codeOf(STATUS, headers)).toBe('credential-conflict');
});

test('an expired secret is rejected as expired before its account is checked', async () => {
  const { account, secret } = await cast.ada();
  const client = await cast.clientSecret(secret);
  await expire(service, client);
  await disable(account);
  expect(await codeOf(STATUS, bearer(client.secret))).toBe('secret-expired');
});

test('a secret is recognized before its grants are checked', async () => {
  const { account, secret } = await cast.ada();
  const client = await cast.clientSecret(secret);
  await expire(service, client);
  await setGrants(account, false, false);
  expect(await codeOf(STATUS, bearer(client.secret))).toBe('secret-expired');
  await disable(account);
  expect(await codeOf(STATUS, bearer(secret))).toBe('secret-unrecognized');
});

test('a call without API access is counted like any other', async () => {
  const { account, secret } = await cast.ada();
  await setGrants(account, false, false);
  for (const code of ['api-access-required', 'api-access-required', 'rate-limited']) {
    expect(await codeOf(STATUS, bearer(secret))).toBe(code);
  }
});

test('a call is counted before its organization is checked', async () => {
  const { secret } = await cast.ada();
  const headers = [...bearer(secret), ...xCompany('nowhere')];
  for (const code of ['unknown-company', 'unknown-company', 'rate-limited']) {
    expect(await codeOf(STATUS, headers)).toBe(code);
  }
});

test('API access is checked before the organization', async () => {
  const { secret } = await cast.ada({ apiAccess: false, reportAccess: false });
  const headers = [...bearer(secret), ...xCompany('nowhere')];
  expect(await codeOf(CONTACTS, headers)).toBe('api-access-required');
});

test('the organization is determined before the Developer role is checked', async () => {
  const { secret } = await cast.ada({ isDeveloper: false, apiAccess: true, reportAccess: false });
  const headers = [...bearer(secret), ...xCompany('nowhere')];
  expect(await codeOf(CONTACTS, headers)).toBe('unknown-company');
});

test('access to the organization is checked before the Developer role', async () => {
  const { secret } = await cast.ada({ hasAccess: false, isDeveloper: false });
  expect(await codeOf(CONTACTS, bearer(secret))).toBe('no-company-access');
});

test('the Developer role is checked before report access', async () => {
  const { secret } = await cast.ada({ isDeveloper: false, apiAccess: true, reportAccess: false });
  expect(await codeOf(CONTACTS, bearer(secret))).toBe('developer-role-required');
});

test.each([
  ['report access', CONTACTS, {}, 'report-access-required'],
  ['operator', '/security/audit-events', {}, 'operator-required'],
  [
    'report access of a request with an invalid body',
    '/reporting/compliance-summaries',
    { method: 'POST', body: 'none' },
    'report-access-required',
  ],
])('%s is checked before validation', async (_, path, request, code) => {
  const { secret } = await cast.ada({ apiAccess: true, reportAccess: false });
  expect(await codeOf(`${path}?nonsense=1`, bearer(secret), nextAddress(), request)).toBe(code);
});

test('parameters are validated before existence is checked', async () => {
  const { secret } = await cast.ada();
  const unknown = `${GAPS}?achievementId=${randomUUID()}`;
  expect(await codeOf(`${unknown}&sort=size`, bearer(secret))).toBe('invalid-request');
  expect(await codeOf(unknown, bearer(secret))).toBe('unknown-achievement');
});

test('an unknown path or method is reported to any caller', async () => {
  expect(await codeOf('/reporting/nothing', [])).toBe('not-found');
  expect(await codeOf(CONTACTS, [], nextAddress(), { method: 'PUT' })).toBe('method-not-allowed');
});
