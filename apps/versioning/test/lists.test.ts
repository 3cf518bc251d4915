import { connect } from 'node:net';
import { holdSlots, waitUntil } from '@platform/http/testing';
import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ BASE_PATH: '/versioning' });
  await app.call('POST', '/api/packages', { body: { Slug: 'listed' } });
});
afterAll(() => app.close());

const list = (query = '') => app.call('GET', `/api/packages${query}`);

test('beyond 64 streaming lists, another is refused as busy, but pages are not', async () => {
  const release = holdSlots(app.context.lists.slots, 64);
  const { status, headers, body } = await list();
  expect([status, body.Code, headers.get('retry-after')]).toEqual([503, 'busy', '5']);
  expect((await list('?limit=1')).status).toBe(200);
  await release();
  expect((await list()).status).toBe(200);
});

test('a waiting list takes the first free slot', async () => {
  const { slots } = app.context.lists;
  const release = holdSlots(slots, 64);
  const waiting = list();
  await waitUntil(() => slots.waiting === 1);
  await release();
  expect((await waiting).status).toBe(200);
});

test('twenty concurrent lists are all answered', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => list()));
  expect(new Set(replies.map(reply => reply.status))).toEqual(new Set([200]));
});

test('four lists of a key that nobody reads take no slot and no connection from other keys', async () => {
  const { db, lists } = app.context;
  await db.pool.query(`
    insert into versioning.package (slug, name, major, minor, patch, revision)
    select 'many-' || number, repeat('n', 200), 0, 0, 1, 1 from generate_series(1, 40000) as number`);
  const slow = Array.from({ length: 4 }, () => {
    const client = connect(Number(new URL(app.url).port), '127.0.0.1').pause();
    const head = [
      'GET /versioning/api/packages HTTP/1.1',
      'Host: a',
      `Authorization: Bearer ${app.key}`,
    ];
    client.write(`${head.join('\r\n')}\r\n\r\n`);
    return client;
  });
  await waitUntil(() => lists.slots.held === 4);
  const key = await app.issueKey({ name: 'other' });
  const other = await app.call('GET', '/api/packages', { key });
  expect([other.status, (await list()).status]).toEqual([200, 503]);
  const slugs = (other.body as { Slug: string }[]).map(({ Slug }) => Slug);
  expect(slugs).toHaveLength(40_001);
  expect(new Set(slugs).size).toBe(40_001);
  await waitUntil(() => lists.db.pool.idleCount === lists.db.pool.totalCount);
  for (const client of slow) client.destroy();
  await waitUntil(() => lists.slots.held === 0);
});

test.each(['-a', 'a//b', '@/name', 'a/../b', '', 'a'.repeat(101), 'ümlaut'])(
  'the slug %j is refused with a reason',
  async slug => {
    const { status, body } = await app.call('POST', '/api/packages', { body: { Slug: slug } });
    expect([status, body.Detail]).toEqual([
      400,
      'Slug must be 1 to 100 letters, digits, dots, underscores and hyphens, beginning with a letter or digit, or ' +
        'several such segments separated by /, optionally preceded by @.',
    ]);
  },
);

test.each([
  ['/', 'swagger/'],
  ['/versioning/', 'swagger/'],
  ['/versioning', 'versioning/swagger/'],
  ['/?docExpansion=none?', 'swagger/?docExpansion=none?'],
])('GET %s redirects browsers to %s, and returns 404 to programs', async (path, location) => {
  const get = (accept: string) =>
    fetch(app.url + path, { headers: { accept }, redirect: 'manual' });
  const redirect = await get('text/html,application/xhtml+xml,*/*;q=0.8');
  expect([redirect.status, redirect.headers.get('location')]).toEqual([302, location]);
  expect(redirect.headers.get('vary')).toContain('Accept');
  expect((await get('*/*')).status).toBe(404);
});
