import { randomUUID } from 'node:crypto';
import { bearer, castOf } from '../../cast';
import { type RequestOptions, sendJson } from '../../send-json';
import { startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
let operator: Headers;
beforeAll(async () => {
  service = await startTestApp();
  const home = await service.seed.company('home');
  const { account } = await home.member('Grace', { isOperator: true, apiAccess: true });
  operator = [['X-Api-Key', await service.seed.secret(account, home)]];
});
afterAll(() => service.close());

type Headers = NonNullable<RequestOptions['headers']>;

const list = (query: string) =>
  sendJson(`${service.url}/security/accounts?${query}`, { headers: operator });
const grant = (accountId: string, body: unknown) =>
  sendJson(`${service.url}/security/accounts/${accountId}/grants`, {
    method: 'PUT',
    headers: operator,
    body,
  });

test('accounts are listed with grants and organizations, and found by words of the name or by e-mail', async () => {
  const acme = await service.seed.company('acme');
  const { account } = await acme.member('Łukasz O’Hara', { reportAccess: true });
  const secret = await service.seed.secret(account, acme);
  const expected = {
    id: account.uuid,
    email: account.email,
    name: 'Łukasz O’Hara',
    language: null,
    isOperator: false,
    apiAccess: true,
    reportAccess: true,
    fromProvider: null,
    isEnabled: true,
    hasPassword: false,
    secretPrefix: secret.slice(0, 'vsk_test_'.length + 8),
    organizations: [
      {
        handle: acme.handle,
        hasAccess: true,
        isDeveloper: true,
        reportScope: 'organization',
        reportDepartments: [],
        keepsRecords: false,
        code: null,
        personType: null,
        jobTitle: null,
        fromProvider: null,
      },
    ],
  };
  for (const q of ['hara luk', account.email.toUpperCase()]) {
    const { body } = await list(`q=${encodeURIComponent(q)}`);
    expect(body).toEqual({ items: [expected], total: 1, page: 1, pageSize: 25 });
  }
  expect((await list('q=%25')).body.total).toBe(0);
});

test.each([
  ['page=0', { page: 1, pageSize: 25 }],
  ['page=-7&pageSize=0', { page: 1, pageSize: 1 }],
  ['page=1000000000000000000000&pageSize=1000', { pageSize: 200, items: [] }],
])('a page out of range is clamped: %s', async (query, used) => {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  expect(body).toMatchObject(used);
});

test('an e-mail is found regardless of case, including non-ASCII letters', async () => {
  const { uuid } = await service.seed.account('Ada', { email: 'jürgen@example.org' });
  const { body } = await list(`q=${encodeURIComponent('JÜRGEN@')}`);
  expect(body.items).toMatchObject([{ id: uuid }]);
});

test.each(['page=one', 'page=1.5', 'order=name', 'page=1&page=2'])(
  'listing accounts by %s is rejected',
  async query => {
    const { status, body } = await list(query);
    expect([status, body.code]).toEqual([400, 'invalid-request']);
    expect(body.detail).toContain(query.split('=')[0]);
  },
);

test.each([
  [{ reportAccess: true }, { apiAccess: true, reportAccess: true }],
  [{ apiAccess: true }, { apiAccess: true, reportAccess: false }],
  [{}, { apiAccess: false, reportAccess: false }],
  [
    { apiAccess: true, reportAccess: false },
    { apiAccess: true, reportAccess: false },
  ],
])('%j results in %j for an account without grants', async (change, grants) => {
  const { uuid } = await service.seed.account('Ada');
  const { status, body } = await grant(uuid, change);
  expect([status, body]).toEqual([200, grants]);
});

test.each([
  [{ reportAccess: false }, { apiAccess: true, reportAccess: false }],
  [{ apiAccess: false }, { apiAccess: false, reportAccess: false }],
])('%j results in %j for an account with both grants', async (change, grants) => {
  const { uuid } = await service.seed.account('Ada', { reportAccess: true });
  expect((await grant(uuid, change)).body).toEqual(grants);
});

test.each([
  [{ apiAccess: false, reportAccess: true }, 'reportAccess'],
  [{ apiAccess: 'yes' }, 'apiAccess'],
  [{ reportAccess: null }, 'reportAccess'],
  [{ admin: true }, 'admin'],
])('%j is rejected naming %s, and changes nothing', async (change, field) => {
  const { uuid } = await service.seed.account('Ada', { reportAccess: true });
  const { status, body } = await grant(uuid, change);
  expect([status, body.code]).toEqual([400, 'invalid-request']);
  expect(body.detail).toContain(field);
  expect((await grant(uuid, {})).body).toEqual({ apiAccess: true, reportAccess: true });
});

test('an unknown account is 404', async () => {
  const responses = [
    await grant(randomUUID(), { apiAccess: true }),
    await sendJson(`${service.url}/security/accounts/${randomUUID()}/client-secret`, {
      method: 'DELETE',
      headers: operator,
    }),
  ];
  for (const { status, body } of responses)
    expect([status, body.code]).toEqual([404, 'unknown-account']);
  expect((await grant('ada', {})).body.code).toBe('invalid-request');
});

describe('client secrets of an account', () => {
  async function ada() {
    const acme = await service.seed.company('acme');
    const { account } = await acme.member('Ada', { reportAccess: true });
    const secret = await service.seed.secret(account, acme);
    for (const name of ['one', 'other']) await castOf(service).clientSecret(secret, name);
    const path = `${service.url}/security/accounts/${account.uuid}/client-secrets`;
    const names = async () => {
      const { body } = await sendJson(path, { headers: operator });
      return (body as { id: string; name: string }[]).map(({ name }) => name);
    };
    return { path, headers: bearer(secret), names };
  }

  test('are listed only for operators', async () => {
    const { path, headers } = await ada();
    const { body } = await sendJson(path, { headers: operator });
    expect(body).toEqual((await sendJson(`${service.url}/me/client-secrets`, { headers })).body);
    expect((await sendJson(path, { headers })).body.code).toBe('operator-required');
    const nobody = `${service.url}/security/accounts/${randomUUID()}/client-secrets`;
    expect((await sendJson(nobody, { headers: operator })).body.code).toBe('unknown-account');
  });

  test('are revoked by operators individually or all at once', async () => {
    const [{ path, names }, others] = [await ada(), await ada()];
    const revoke = (id = '') => sendJson(path + id, { method: 'DELETE', headers: operator });
    const [{ id }] = (await sendJson(path, { headers: operator })).body;
    expect((await revoke(`/${id}`)).status).toBe(204);
    expect(await names()).toEqual(['other']);
    expect((await revoke(`/${id}`)).body.code).toBe('not-found');
    expect((await revoke()).status).toBe(204);
    expect(await names()).toEqual([]);
    expect(await others.names()).toHaveLength(2);
  });
});

test('only operators revoke the secret of an account by its ID, even their own', async () => {
  const acme = await service.seed.company('acme');
  const { account } = await acme.member('Ada', { reportAccess: true });
  const secret = await service.seed.secret(account, acme);
  const revoke = (headers: Headers) =>
    sendJson(`${service.url}/security/accounts/${account.uuid}/client-secret`, {
      method: 'DELETE',
      headers,
    });
  const refused = await revoke([['X-Api-Key', secret]]);
  expect([refused.status, refused.body.code]).toEqual([403, 'operator-required']);
  const { personalSecret } = service.context.db.prisma;
  expect(await personalSecret.count({ where: { accountId: account.id } })).toBe(1);
  expect((await revoke(operator)).status).toBe(204);
  expect(await personalSecret.count({ where: { accountId: account.id } })).toBe(0);
});

test('of 30 conflicting concurrent changes, one determines the result', async () => {
  const { uuid } = await service.seed.account('Ada');
  const changes = Array.from({ length: 30 }, (_, n) =>
    grant(uuid, n % 2 ? { reportAccess: true } : { apiAccess: false }),
  );
  for (const { status, body } of await Promise.all(changes)) {
    expect(status).toBe(200);
    expect(body.apiAccess).toBe(body.reportAccess);
  }
});

test('accounts are filtered by organization, manually granted right and state', async () => {
  const acme = await service.seed.company('acme');
  const developer = await acme.member('Dev', { reportAccess: true });
  const keeper = await acme.member('Keeper', { isDeveloper: false, keepsRecords: true });
  const nobody = await acme.member('Nobody', { isDeveloper: false, email: null, hasAccess: false });
  const of = async (query: string) => {
    const { body } = await list(`company=${acme.handle.toUpperCase()}&${query}`);
    return body.items.map(({ id }: { id: string }) => id);
  };
  const [dev, keep, none] = [developer, keeper, nobody].map(({ account }) => account.uuid);
  expect(await of('pageSize=9')).toEqual([dev, keep, none]);
  expect(await of('right=reports')).toEqual([dev]);
  expect(await of('right=developer')).toEqual([dev]);
  expect(await of('right=records')).toEqual([keep]);
  expect(await of('right=operator')).toEqual([]);
  expect(await of('state=no-email')).toEqual([none]);
  expect(await of('state=no-access')).toEqual([none]);
  expect(await of('state=disabled')).toEqual([]);
  expect(await of('state=enabled&q=keep')).toEqual([keep]);
});
