import { randomUUID } from 'node:crypto';
import { transaction } from '@platform/db';
import { lockAccount } from '../../../src/identity/accounts/operators';
import { apiKey, castOf, type Headers } from '../../cast';
import { expectProblem } from '../../expect-problem';
import { startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp();
  cast = castOf(service);
});
afterAll(() => service.close());

const CLIENT = '/me/client-secrets';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;

const call = (method: string, path: string, secret: string, body?: unknown) =>
  cast.call(path, apiKey(secret), { method, body });

const make = (session: Headers, body: unknown) =>
  cast.call(CLIENT, session, { method: 'POST', body });

const revoke = (session: Headers, id: string) =>
  cast.call(`${CLIENT}/${id}`, session, { method: 'DELETE' });

describe('client secrets', () => {
  test('are listed without their values, and work like the personal secret', async () => {
    const { acme, session } = await cast.ada();
    const made = await make(await session(), { name: 'nightly export' });
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

  test.each([
    ['POST', '/me/client-secret', undefined],
    ['DELETE', '/me/client-secret', undefined],
    ['POST', CLIENT, { name: 'another' }],
    ['DELETE', `${CLIENT}/${randomUUID()}`, undefined],
  ])('are denied at %s %s like personal ones, and change nothing', async (method, path, body) => {
    const { secret } = await cast.ada();
    const client = await cast.clientSecret(secret);
    for (const each of [client.secret, secret]) {
      const refused = await call(method, path, each, body);
      expectProblem(refused, '403 Session required, session-required');
    }
    expect((await call('GET', '/me/client-secret', secret)).body.exists).toBe(true);
    expect((await call('GET', CLIENT, secret)).body).toHaveLength(1);
  });

  test('are limited to ten, even with concurrent calls', async () => {
    const { secret, session: open } = await cast.ada();
    const session = await open();
    const tries = Array.from({ length: 14 }, (_, n) => make(session, { name: `number ${n}` }));
    const made = await Promise.all(tries);
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(4).fill([400, 'invalid-request']),
    );
    const list = (await call('GET', CLIENT, secret)).body;
    expect(list).toHaveLength(10);
    expect((await revoke(session, list[0].id)).status).toBe(204);
    expect((await make(session, { name: 'number 15' })).status).toBe(201);
  });

  test('do not delay reports of the account while being issued', async () => {
    const { account, secret } = await cast.ada();
    const report = await transaction(service.context.db, async tx => {
      await lockAccount(tx, account.id);
      return call('GET', '/reporting/directory-contacts', secret);
    });
    expect(report.status).toBe(200);
  });

  test('of other accounts have the same response as unknown ones, byte for byte', async () => {
    const [one, other] = [await cast.ada(), await cast.ada()];
    const { id } = await cast.clientSecret(other.secret);
    const session = await one.session();
    const [theirs, unknown] = [await revoke(session, id), await revoke(session, randomUUID())];
    expect([theirs.status, theirs.text]).toEqual([404, unknown.text]);
    expect((await call('GET', CLIENT, other.secret)).body).toHaveLength(1);
  });

  test.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: ' \u00a0' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'export', expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ name: 'export', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ name: 'export', scope: 'all' }, 'scope'],
  ])('are not issued for %j, and the error names %s', async (body, field) => {
    const { secret, session } = await cast.ada();
    const response = await make(await session(), body);
    expect([response.status, response.body.code]).toEqual([400, 'invalid-request']);
    expect(response.body.detail).toContain(field);
    expect((await call('GET', CLIENT, secret)).body).toEqual([]);
  });

  test('never expire if expiresAt is null', async () => {
    const { session } = await cast.ada();
    const body = { name: 'export', expiresAt: null };
    expect((await make(await session(), body)).body.expiresAt).toBeNull();
  });
});
