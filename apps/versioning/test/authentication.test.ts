import { loggedSlug } from '../src/api-keys/authenticate';
import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ VERSIONING_API_KEYS: `${'b'.repeat(32)}, ${'c'.repeat(40)}` });
  await app.call('POST', '/api/packages', { body: { Slug: 'team-a-api' } });
  await app.call('POST', '/api/packages', { body: { Slug: 'team-b-api' } });
});
afterAll(() => app.close());

const get = (key: string | null, headers: Record<string, string> = {}) =>
  app.call('GET', '/api/packages/team-a-api', { key, headers });

async function expectRefusal(
  reply: Promise<{ status: number; headers: Headers; body: any }>,
  code: string,
) {
  const { status, headers, body } = await reply;
  expect([status, body.Code]).toEqual([401, code]);
  expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
  expect(Object.keys(body)).toEqual(['Title', 'Status', 'Detail', 'Code']);
}

test('a request without a key is refused', () => expectRefusal(get(null), 'key-missing'));

test.each(['Basic abc', 'Bearer', 'Bearer ', 'Token abc'])(
  'Authorization: %s contains no key',
  authorization => expectRefusal(get(null, { authorization }), 'key-missing'),
);

test('a key in X-Api-Key is not read', () =>
  expectRefusal(get(null, { 'x-api-key': app.key }), 'key-missing'));

test.each([
  ['never issued', () => `vrk_test_${'A'.repeat(43)}`],
  ['of another environment', () => app.key.replace('_test_', '_live_')],
  ['cut short', () => app.key.slice(0, -1)],
  ['with a suffix', () => `${app.key}x`],
  ['of two words', () => `${app.key} ${app.key}`],
  ['in another format', () => 'x'.repeat(5_000)],
])('a key %s is not recognized', (_, key) => expectRefusal(get(key()), 'key-unrecognized'));

test('a key that was pasted with its scheme is refused with this reason', async () => {
  const reply = await get(null, { authorization: `Bearer Bearer ${app.key}` });
  expect(reply.status).toBe(401);
  expect(reply.body.Detail).toMatch(/^Bearer was sent twice/);
});

test('the scheme is accepted in any case, with any number of spaces', async () => {
  expect((await get(null, { authorization: `bEARER   ${app.key}` })).status).toBe(200);
});

test('an expired key is refused as expired', async () => {
  const key = await app.issueKey({ expiresAt: new Date(Date.now() - 1) });
  await expectRefusal(get(key), 'key-expired');
});

test('a revoked key is refused from the next call on', async () => {
  const key = await app.issueKey({ name: 'leaver' });
  expect((await get(key)).status).toBe(200);
  await app.context.db.prisma.apiKey.updateMany({
    where: { name: 'leaver' },
    data: { revokedAt: new Date() },
  });
  await expectRefusal(get(key), 'key-unrecognized');
});

test('bootstrap keys have every scope and are numbered in the history', async () => {
  for (const key of ['b'.repeat(32), 'c'.repeat(40)]) {
    await app.call('POST', '/api/packages/booted/increment/patch', { key });
  }
  const { body } = await app.call('GET', '/api/packages/booted/history', { key: 'c'.repeat(40) });
  expect(body.map((change: { KeyName: string }) => change.KeyName)).toEqual([
    'bootstrap-2',
    'bootstrap-1',
  ]);
  expect((await app.call('DELETE', '/api/packages/booted', { key: 'b'.repeat(32) })).status).toBe(
    204,
  );
});

test('only the hash of a key is stored', async () => {
  const rows = JSON.stringify(await app.context.db.prisma.apiKey.findMany(), (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  expect(rows).not.toContain(app.key);
  expect(rows).toContain(app.key.slice(0, 'vrk_test_'.length + 8));
});

test('use is recorded, at most once a minute', async () => {
  const key = await app.issueKey({ name: 'noted' });
  const lastUsed = async () =>
    (await app.context.db.prisma.apiKey.findFirstOrThrow({ where: { name: 'noted' } })).lastUsedAt;
  expect(await lastUsed()).toBeNull();
  await get(key);
  const first = await lastUsed();
  expect(first).toBeInstanceOf(Date);
  await get(key);
  expect(await lastUsed()).toEqual(first);
});

test('a key is recognized while another transaction holds its row', async () => {
  const key = await app.issueKey({ name: 'held' });
  await app.context.db.prisma.$transaction(async tx => {
    await tx.apiKey.updateMany({ where: { name: 'held' }, data: { lastUsedAt: null } });
    expect((await get(key)).status).toBe(200);
  });
});

describe('scopes', () => {
  const calls = [
    ['read', 'GET', '/api/packages'],
    ['read', 'GET', '/api/packages/scoped'],
    ['read', 'GET', '/api/packages/scoped/version'],
    ['read', 'GET', '/api/packages/scoped/history'],
    ['write', 'POST', '/api/packages'],
    ['write', 'PUT', '/api/packages/scoped/version'],
    ['write', 'POST', '/api/packages/scoped/increment/major'],
    ['write', 'POST', '/api/packages/scoped/increment/minor'],
    ['write', 'POST', '/api/packages/scoped/increment/patch'],
    ['delete', 'DELETE', '/api/packages/scoped'],
  ] as const;

  test.each(calls)('%s is what %s %s needs', async (needed, method, path) => {
    const others = (['read', 'write', 'delete'] as const).filter(scope => scope !== needed);
    const body = method === 'POST' || method === 'PUT' ? {} : undefined;
    const refused = await app.call(method, path, {
      key: await app.issueKey({ scopes: others }),
      body,
    });
    expect([refused.status, refused.body.Code]).toEqual([403, 'key-scope']);
    const reply = await app.call(method, path, {
      key: await app.issueKey({ scopes: [needed] }),
      body,
    });
    expect([401, 403]).not.toContain(reply.status);
  });
});

describe('a key limited to slugs', () => {
  let teamA: string;
  beforeAll(async () => {
    teamA = await app.issueKey({ slugPatterns: ['team-a-*'] });
  });

  test('has access to them', async () => {
    expect((await get(teamA)).status).toBe(200);
  });

  test.each(['team-b-api', 'team-a', 'team-abc'])('does not reach %s', async slug => {
    const reply = await app.call('GET', `/api/packages/${slug}`, { key: teamA });
    expect([reply.status, reply.body.Code]).toEqual([403, 'key-scope']);
  });

  test('gets the same response for other slugs, whether they exist or not', async () => {
    const known = await app.call('GET', '/api/packages/team-b-api', { key: teamA });
    const unknown = await app.call('GET', '/api/packages/team-c-api', { key: teamA });
    expect(known.text).toBe(unknown.text);
  });

  test('creates and increments only these packages', async () => {
    const create = (Slug: string) =>
      app.call('POST', '/api/packages', { key: teamA, body: { Slug } });
    expect((await create('team-a-new')).status).toBe(201);
    expect((await create('team-b-new')).status).toBe(403);
    const reply = await app.call('POST', '/api/packages/team%2Db-x/increment/patch', {
      key: teamA,
    });
    expect(reply.status).toBe(403);
    expect((await app.call('GET', '/api/packages/team-b-x')).status).toBe(404);
  });

  test('lists only these packages', async () => {
    const slugs = async (key: string) =>
      (await app.call('GET', '/api/packages', { key })).body.map(
        (each: { Slug: string }) => each.Slug,
      );
    expect(await slugs(teamA)).toEqual(expect.arrayContaining(['team-a-api']));
    expect((await slugs(teamA)).filter((slug: string) => !slug.startsWith('team-a-'))).toEqual([]);
    expect(await slugs(await app.issueKey({ slugPatterns: ['team-b-api'] }))).toEqual([
      'team-b-api',
    ]);
    expect(await slugs(await app.issueKey({ slugPatterns: ['team-b'] }))).toEqual([]);
  });
});

test('health and the documentation need no key', async () => {
  for (const path of ['/api/health', '/swagger/', '/swagger/openapi.json']) {
    expect((await app.call('GET', path, { key: null })).status).toBe(200);
  }
});

test.each([
  `vrk_live_${'A'.repeat(43)}`,
  `vsk_live_${'A'.repeat(43)}`,
  `my-VSK_live_${'A'.repeat(43)}`,
])('the slug %s is not logged', slug => expect(loggedSlug([])(slug)).toBe('[not logged]'));
