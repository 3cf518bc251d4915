import { apiKey, castOf, type Headers, xCompany } from '../../cast';
import { startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp();
  cast = castOf(service);
});
afterAll(() => service.close());

const PERSONAL = '/me/client-secret';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;

const call = (method: string, path: string, secret: string, body?: unknown) =>
  cast.call(path, apiKey(secret), { method, body });

describe('the personal secret', () => {
  test('is described without its value', async () => {
    const { acme, secret } = await cast.ada();
    const { status, body, headers } = await call('GET', PERSONAL, secret);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      exists: true,
      prefix: secret.slice(0, 'vsk_test_'.length + 8),
      generatedAt: expect.stringMatching(TIME),
      lastUsedAt: expect.stringMatching(TIME),
      companyId: acme.uuid,
      companyHandle: acme.handle,
      rights: { apiAccess: true, reportAccess: true, developerRole: true, keepsRecords: false },
    });
  });

  test.each([
    [
      { isDeveloper: false },
      { apiAccess: true, reportAccess: true, developerRole: false, keepsRecords: false },
    ],
    [
      { hasAccess: false },
      { apiAccess: true, reportAccess: true, developerRole: false, keepsRecords: false },
    ],
    [
      { isDeveloper: false, isOperator: true },
      { apiAccess: true, reportAccess: true, developerRole: true, keepsRecords: true },
    ],
    [
      { reportAccess: false },
      { apiAccess: false, reportAccess: false, developerRole: true, keepsRecords: false },
    ],
  ])('has the rights in its organization: with %j, %j', async (facts, rights) => {
    const { account, signIn } = await cast.ada(facts);
    const globex = await service.seed.company('globex');
    await globex.member('Ada', { account });
    const session = [...(await signIn()), ...xCompany(globex.handle)];
    expect((await cast.call(PERSONAL, session)).body.rights).toEqual(rights);
  });

  test('is described by nulls if missing, with the rights in the organization of the call', async () => {
    const session = await (await cast.ada()).session();
    for (let n = 0; n < 2; n++) {
      expect((await cast.call(PERSONAL, session, { method: 'DELETE' })).status).toBe(204);
    }
    expect((await cast.call(PERSONAL, session)).body).toEqual({
      exists: false,
      prefix: null,
      generatedAt: null,
      lastUsedAt: null,
      companyId: null,
      companyHandle: null,
      rights: { apiAccess: true, reportAccess: true, developerRole: true, keepsRecords: false },
    });
  });

  test('records its last use at most once a minute', async () => {
    const { account, secret } = await cast.ada();
    const { personalSecret } = service.context.db.prisma;
    const where = { accountId: account.id };
    const used = async () => (await personalSecret.findUniqueOrThrow({ where })).lastUsedAt!;
    await call('GET', PERSONAL, secret);
    const first = await used();
    await call('GET', PERSONAL, secret);
    expect(await used()).toEqual(first);
    const before = new Date(first.getTime() - 61_000);
    await personalSecret.update({ where, data: { lastUsedAt: before } });
    await call('GET', PERSONAL, secret);
    expect((await used()).getTime()).toBeGreaterThanOrEqual(first.getTime());
  });

  test('remains valid for only one of 30 concurrent calls', async () => {
    const { acme, secret, signIn } = await cast.ada();
    const session = [...(await signIn()), ...xCompany(acme.handle)];
    const make = () => cast.call(PERSONAL, session, { method: 'POST' });
    const made = await Promise.all(Array.from({ length: 30 }, make));
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    const { prefix } = (await cast.call(PERSONAL, session)).body;
    const working = made.filter(({ body }) => body.prefix === prefix);
    expect(working).toHaveLength(1);
    expect((await call('GET', PERSONAL, working[0]!.body.secret)).status).toBe(200);
    expect((await call('GET', PERSONAL, secret)).body.code).toBe('secret-unrecognized');
  });

  test('is issued in a session, for the organization that the session specifies', async () => {
    const { acme, account, signIn } = await cast.ada({ personType: 'of acme' });
    await (await service.seed.company('globex')).member('Ada', { account });
    const session = await signIn();
    const make = (headers: Headers) => cast.call(PERSONAL, headers, { method: 'POST' });
    expect((await make(session)).body.code).toBe('company-required');
    const made = await make([...session, ...xCompany(acme.handle)]);
    expect(made.status).toBe(201);
    expect(made.headers['cache-control']).toBe('no-store');
    expect(made.body).toEqual({
      secret: expect.stringMatching(/^vsk_test_[\w-]{43}$/),
      prefix: made.body.secret.slice(0, 'vsk_test_'.length + 8),
      generatedAt: expect.stringMatching(TIME),
    });
    const types = await call('GET', '/reporting/achievement-gaps/person-types', made.body.secret);
    expect(types.body).toEqual(['of acme']);
  });

  test('can be revoked without API access', async () => {
    const { secret, signIn } = await cast.ada({ apiAccess: false, reportAccess: false });
    const gone = await cast.call(PERSONAL, await signIn(), { method: 'DELETE' });
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await call('GET', PERSONAL, secret)).body.code).toBe('secret-unrecognized');
  });
});
