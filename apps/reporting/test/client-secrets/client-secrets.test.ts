import { randomUUID } from 'node:crypto';
import { ask, type Question } from '../ask';
import { startTestApp, type TestApp } from '../start-test-app';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const PERSONAL = '/me/client-secret';
const CLIENT = '/me/client-secrets';

type Headers = NonNullable<Question['headers']>;

const call = (method: string, path: string, secret: string, body?: unknown) =>
  ask(service.url + path, { method, headers: [['X-Api-Key', secret]] as Headers, body });

async function ada() {
  const acme = await service.seed.company('acme');
  const member = await acme.member('Ada', { reportAccess: true });
  return { acme, member, secret: await service.seed.secret(member.account, acme) };
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;

describe('the personal secret', () => {
  test('its status tells of the secret, and never the secret', async () => {
    const { secret } = await ada();
    const { status, body, headers } = await call('GET', PERSONAL, secret);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual({
      exists: true,
      prefix: secret.slice(0, 'vsk_test_'.length + 8),
      generatedAt: expect.stringMatching(TIME),
      lastUsedAt: expect.stringMatching(TIME),
    });
  });

  test('where there is none, its status is nulls, and revoking it is well', async () => {
    const { secret } = await ada();
    const made = await call('POST', CLIENT, secret, { name: 'export' });
    expect((await call('DELETE', PERSONAL, secret)).status).toBe(204);
    expect((await call('DELETE', PERSONAL, made.body.secret)).status).toBe(204);
    expect((await call('GET', PERSONAL, made.body.secret)).body).toEqual({
      exists: false,
      prefix: null,
      generatedAt: null,
      lastUsedAt: null,
    });
  });

  test('its use is noted at most once a minute', async () => {
    const { member, secret } = await ada();
    const { personalSecret } = service.context.db.prisma;
    const where = { accountId: member.account.id };
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

  test('of a hundred that are generated at once one is left, and it works', async () => {
    const { secret } = await ada();
    const { secret: client } = (await call('POST', CLIENT, secret, { name: 'maker' })).body;
    const make = () => call('POST', PERSONAL, client);
    const made = await Promise.all(Array.from({ length: 100 }, make));
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    const { prefix } = (await call('GET', PERSONAL, client)).body;
    const working = made.filter(({ body }) => body.prefix === prefix);
    expect(working).toHaveLength(1);
    expect((await call('GET', PERSONAL, working[0]!.body.secret)).status).toBe(200);
    expect((await call('GET', PERSONAL, secret)).body.code).toBe('secret-unrecognized');
  });
});

describe('client secrets', () => {
  test('are listed without their values, and work as the personal one does', async () => {
    const { acme, secret } = await ada();
    const made = await call('POST', CLIENT, secret, { name: 'nightly export' });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'nightly export',
      secret: expect.stringMatching(/^vsk_test_[\w-]{43}$/),
      prefix: made.body.secret.slice(0, 'vsk_test_'.length + 8),
      generatedAt: expect.stringMatching(TIME),
      expiresAt: null,
    });
    const { id, name, prefix, generatedAt } = made.body;
    expect((await call('GET', CLIENT, made.body.secret)).body).toEqual([
      {
        id,
        name,
        prefix,
        companyId: acme.uuid,
        generatedAt,
        expiresAt: null,
        lastUsedAt: expect.stringMatching(TIME),
      },
    ]);
    const contacts = await call('GET', '/reporting/directory-contacts', made.body.secret);
    expect(contacts.status).toBe(200);
  });

  test('are ten at most, of however many calls at once', async () => {
    const { secret } = await ada();
    const make = (_: unknown, n: number) => call('POST', CLIENT, secret, { name: `number ${n}` });
    const made = await Promise.all(Array.from({ length: 14 }, make));
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(4).fill([400, 'invalid-request']),
    );
    const list = (await call('GET', CLIENT, secret)).body;
    expect(list).toHaveLength(10);
    expect((await call('DELETE', `${CLIENT}/${list[0].id}`, secret)).status).toBe(204);
    expect((await make(null, 15)).status).toBe(201);
  });

  test('stop on the next call when they are revoked', async () => {
    const { secret } = await ada();
    const { id, secret: client } = (await call('POST', CLIENT, secret, { name: 'export' })).body;
    expect((await call('DELETE', `${CLIENT}/${id}`, client)).status).toBe(204);
    expect((await call('GET', CLIENT, client)).body.code).toBe('secret-unrecognized');
  });

  test('of somebody else are like those that never were, byte for byte', async () => {
    const [one, other] = [await ada(), await ada()];
    const { id } = (await call('POST', CLIENT, other.secret, { name: 'export' })).body;
    const [theirs, nobodys] = [
      await call('DELETE', `${CLIENT}/${id}`, one.secret),
      await call('DELETE', `${CLIENT}/${randomUUID()}`, one.secret),
    ];
    expect([theirs.status, theirs.text]).toEqual([404, nobodys.text]);
    expect((await call('GET', CLIENT, other.secret)).body).toHaveLength(1);
  });

  test.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'export', expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ name: 'export', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ name: 'export', scope: 'all' }, 'scope'],
  ])('are not made of %j, which names %s', async (body, field) => {
    const { secret } = await ada();
    const answer = await call('POST', CLIENT, secret, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid-request']);
    expect(answer.body.detail).toContain(field);
    expect((await call('GET', CLIENT, secret)).body).toEqual([]);
  });

  test('take null for never as their end', async () => {
    const { secret } = await ada();
    const body = { name: 'export', expiresAt: null };
    expect((await call('POST', CLIENT, secret, body)).body.expiresAt).toBeNull();
  });
});
