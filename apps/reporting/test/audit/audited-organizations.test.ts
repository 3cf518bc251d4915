import { bearer, castOf, type Headers, PASSWORD, xCompany } from '../cast';
import { signInAt } from '../identity/sign-in-at';
import { startTestApp, type TestApp } from '../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
let operator: Headers;
beforeAll(async () => {
  service = await startTestApp({ RATE_LIMIT_SIGN_IN: 'off' });
  cast = castOf(service);
  operator = bearer((await cast.grace()).secret);
});
afterAll(() => service.close());

const CONTACTS = '/reporting/directory-contacts';
const STATUS = '/me/client-secret';

/** Returns the latest event of an account. */
async function latest({ uuid }: { uuid: string }) {
  const { body } = await cast.call(`/security/audit-events?account=${uuid}`, operator);
  return body.items[0];
}

const signIn = (body: object) => cast.call('/auth/login', [], { method: 'POST', body });

test("a denial is recorded with its actor, operation, address, and the secret's organization", async () => {
  const { acme, account, secret } = await cast.ada({ isDeveloper: false });
  await cast.call(CONTACTS, bearer(secret));
  expect(await latest(account)).toEqual({
    id: expect.any(String),
    number: null,
    at: expect.any(String),
    kind: 'refused',
    actor: account.email,
    accountId: account.uuid,
    companyId: acme.uuid,
    address: '127.0.0.1',
    summary: 'Ada was denied GET /reporting/directory-contacts in acme: Developer role required',
    detail: {
      code: 'developer-role-required',
      method: 'GET',
      route: CONTACTS,
      credential: secret.slice(0, 'vsk_test_'.length + 8),
      count: 1,
    },
  });
});

const REFUSED = [
  ['api-access-required', STATUS, { apiAccess: false, reportAccess: false }],
  ['report-access-required', CONTACTS, { apiAccess: true, reportAccess: false }],
  ['developer-role-required', CONTACTS, { isDeveloper: false }],
  ['operator-required', '/security/accounts', {}],
] as const;

test.each(REFUSED)(
  'denials with %s are one event per minute, account and organization, with a count',
  async (code, route, facts) => {
    const { account, secret } = await cast.ada(facts);
    const other = await cast.ada(facts);
    await Promise.all(Array.from({ length: 20 }, () => cast.call(route, bearer(secret))));
    await cast.call(route, bearer(other.secret));
    const events = (who: { id: number }) =>
      service.context.db.prisma.auditEvent.findMany({ where: { accountId: who.id } });
    expect(await events(account)).toMatchObject([
      { kind: 'refused', detail: { code, route, count: 20 } },
    ]);
    expect(await events(other.account)).toMatchObject([{ detail: { count: 1 } }]);
    const at = new Date(Date.now() - 61_000);
    await service.context.db.prisma.auditEvent.updateMany({
      where: { accountId: account.id },
      data: { at },
    });
    await cast.call(route, bearer(secret));
    expect(await events(account)).toMatchObject([
      { detail: { count: 20 } },
      { detail: { count: 1 } },
    ]);
  },
);

test('a denial is recorded with the specified organization, whether by handle or ID', async () => {
  const { account, secret } = await cast.ada();
  const [globex, initech] = [
    await service.seed.company('globex'),
    await service.seed.company('initech'),
  ];
  for (const [path, headers, code, { uuid: companyId }] of [
    [CONTACTS, xCompany(globex.handle), 'no-company-access', globex],
    [CONTACTS, xCompany(initech.handle), 'no-company-access', initech],
    [`${CONTACTS}?companyId=${globex.uuid}`, [], 'operator-required', globex],
  ] as const) {
    await cast.call(path, [...bearer(secret), ...headers]);
    expect(await latest(account)).toMatchObject({ companyId, detail: { code, count: 1 } });
  }
});

test('a denial that concerns no organization is recorded without one', async () => {
  const account = await service.seed.account('Ada', { password: PASSWORD });
  const session = await signInAt(service.url, { email: account.email, password: PASSWORD });
  await cast.call('/security/accounts', [session]);
  expect(await latest(account)).toMatchObject({ kind: 'refused', companyId: null });
});

test('a sign-in to an organization without access is recorded as failed', async () => {
  const { account } = await cast.ada();
  const globex = await service.seed.company('globex');
  const credentials = { email: account.email, password: PASSWORD };
  expect((await signIn({ ...credentials, company: globex.handle })).status).toBe(403);
  expect(await latest(account)).toMatchObject({
    kind: 'sign-in-failed',
    actor: account.email,
    companyId: globex.uuid,
    address: '127.0.0.1',
    detail: { by: 'password', code: 'no-company-access' },
  });
  expect((await signIn({ ...credentials, company: 'nowhere' })).status).toBe(400);
  expect(await latest(account)).toMatchObject({
    kind: 'sign-in-failed',
    companyId: null,
    detail: { by: 'password', code: 'unknown-company' },
  });
});
