import { generateSecret } from '@platform/auth/secret';
import { apiKey, bearer, castOf, expire, xCompany } from '../cast';
import { expectProblem, type Line } from '../expect-problem';
import type { Reply } from '../send-json';
import { SERVICE_KEY, startTestApp, type TestApp } from '../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({
    SERVICE_KEY,
    RATE_LIMIT_FAILED_AUTH: 'off',
    RATE_LIMIT_SIGN_IN: 'off',
  });
  cast = castOf(service);
});
afterAll(() => service.close());

const STATUS = '/me/client-secret';
const TYPES = '/reporting/achievement-gaps/person-types';
const CONTACTS = '/reporting/directory-contacts';

async function expiredSecret() {
  const { secret } = await cast.ada();
  const client = await cast.clientSecret(secret);
  await expire(service, client);
  return cast.call(STATUS, bearer(client.secret));
}

async function expiredSession() {
  const { account, signIn } = await cast.ada();
  const session = await signIn();
  await service.context.db.prisma.session.updateMany({
    where: { accountId: account.id },
    data: { createdAt: new Date(0), expiresAt: new Date(1_000) },
  });
  return cast.call('/auth/session', session);
}

/** Errors about the caller or their rights. */
test.each<[condition: string, line: Line, cause: () => Promise<Reply>]>([
  ['no credential', '401 Not authenticated, secret-missing', () => cast.call(STATUS)],
  [
    'an unknown secret',
    '401 Secret not recognized, secret-unrecognized',
    () => cast.call(STATUS, bearer(generateSecret('vsk', 'test').secret)),
  ],
  [
    'a forged session',
    '401 Session not valid, session-invalid',
    () => cast.call('/auth/session', [['Cookie', '__Host-reporting_session=a.b.c']]),
  ],
  ['an expired secret', '401 Secret expired, secret-expired', expiredSecret],
  ['an expired session', '401 Session expired, session-expired', expiredSession],
  [
    'a wrong password',
    '401 Sign-in failed, sign-in-failed',
    async () => {
      const { email } = (await cast.ada()).account;
      const body = { email, password: 'not the one' };
      return cast.call('/auth/login', [], { method: 'POST', body });
    },
  ],
  [
    'two different explicit credentials',
    '400 Conflicting credentials, credential-conflict',
    async () => {
      const { secret } = await cast.ada();
      return cast.call(STATUS, [...bearer(secret), ...apiKey(SERVICE_KEY)]);
    },
  ],
  [
    'missing API access',
    '403 API access required, api-access-required',
    async () => {
      const { secret } = await cast.ada({ apiAccess: false, reportAccess: false });
      return cast.call(STATUS, bearer(secret));
    },
  ],
  [
    'a session without API access that issues a secret',
    '403 API access required, api-access-required',
    async () => {
      const { acme, signIn } = await cast.ada({ reportAccess: false });
      const headers = [...(await signIn()), ...xCompany(acme.handle)];
      return cast.call(STATUS, headers, { method: 'POST' });
    },
  ],
  [
    'a session without API access that issues a client secret',
    '403 API access required, api-access-required',
    async () => {
      const { acme, signIn } = await cast.ada({ reportAccess: false });
      const headers = [...(await signIn()), ...xCompany(acme.handle)];
      const request = { method: 'POST', body: { name: 'export' } };
      return cast.call('/me/client-secrets', headers, request);
    },
  ],
  [
    'missing report access',
    '403 Report access required, report-access-required',
    async () => {
      const { secret } = await cast.ada({ apiAccess: true, reportAccess: false });
      return cast.call(CONTACTS, bearer(secret));
    },
  ],
  [
    'a secret whose account lacks the Developer role',
    '403 Developer role required, developer-role-required',
    async () => cast.call(TYPES, bearer((await cast.ada({ isDeveloper: false })).secret)),
  ],
  [
    'a caller who is not an operator',
    '403 Operator required, operator-required',
    async () => cast.call('/security/accounts', bearer((await cast.ada()).secret)),
  ],
  [
    'companyId used by a caller who is not an operator',
    '403 Operator required, operator-required',
    async () => {
      const { acme, secret } = await cast.ada();
      return cast.call(`${TYPES}?companyId=${acme.uuid}`, bearer(secret));
    },
  ],
  [
    'the service key on /me/*',
    '403 Account required, account-required',
    () => cast.call(STATUS, apiKey(SERVICE_KEY)),
  ],
  [
    'a caller who is not a member of the specified organization',
    '403 No access to this company, no-company-access',
    async () => {
      const [{ signIn }, globex] = [await cast.ada(), await service.seed.company('globex')];
      return cast.call(TYPES, [...(await signIn()), ...xCompany(globex.handle)]);
    },
  ],
  [
    'a member without access to the specified organization',
    '403 No access to this company, no-company-access',
    async () => {
      const { acme, signIn } = await cast.ada({ hasAccess: false });
      return cast.call(TYPES, [...(await signIn()), ...xCompany(acme.handle)]);
    },
  ],
  [
    'a cookie sent from an origin that is not configured',
    '403 Origin not allowed, origin-not-allowed',
    async () => {
      const session = await (await cast.ada()).signIn();
      return cast.call('/auth/session', [...session, ['Origin', 'https://evil.example']]);
    },
  ],
])('%s fails with %s', async (_, line, cause) => {
  const response = await cause();
  expectProblem(response, line);
  expect(response.headers['cache-control']).toBe('no-store');
});

test('the error for a secret sent with its scheme in X-Api-Key explains it', async () => {
  const { secret } = await cast.ada();
  const { status, body } = await cast.call(STATUS, apiKey(`Bearer ${secret}`));
  expect([status, body.detail]).toEqual([
    401,
    'In X-Api-Key, send only the secret, without Bearer.',
  ]);
});
