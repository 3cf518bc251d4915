import { randomUUID } from 'node:crypto';
import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const set = (slug: string, body: unknown, headers: Record<string, string> = {}) =>
  app.call('PUT', `/api/packages/${slug}/version`, { body, headers });
const version = async (slug: string) =>
  (await app.call('GET', `/api/packages/${slug}/version`)).body.Version as string;
const tag = async (slug: string) =>
  (await app.call('GET', `/api/packages/${slug}/version`)).headers.get('etag')!;

/** ETags as changed by proxies that compress. */
const COMPRESSED: [string, (tag: string) => string][] = [
  ['a weak tag', tag => `W/${tag}`],
  ['a tag that ends in -gzip', tag => tag.replace(/"$/, '-gzip"')],
  ['a tag that ends in ;br', tag => tag.replace(/"$/, ';br"')],
];

test('an unknown slug is created with the version', async () => {
  const reply = await set('moved-in', { Version: '2.4.0' });
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({
    Slug: 'moved-in',
    Version: '2.4.0',
    Major: 2,
    Minor: 4,
    Patch: 0,
  });
});

test.each([
  ['1.4.3', 200],
  ['1.5.0', 200],
  ['2.0.0', 200],
  ['1.4.2', 409],
  ['1.4.1', 409],
  ['1.3.9', 409],
  ['0.9.9', 409],
])('setting 1.4.2 to %s returns %d', async (to, status) => {
  const slug = `from-142-to-${to}`;
  await set(slug, { Version: '1.4.2' });
  const reply = await set(slug, { Version: to });
  expect(reply.status).toBe(status);
  if (status === 409) expect(reply.body.Code).toBe('version-not-greater');
  expect(await version(slug)).toBe(status === 200 ? to : '1.4.2');
});

test('with Force, any version is accepted, including the current one', async () => {
  await set('forced', { Version: '1.4.2' });
  expect((await set('forced', { Version: '0.1.0', Force: true })).body.Version).toBe('0.1.0');
  expect((await set('forced', { Version: '0.1.0', force: true })).status).toBe(200);
  expect((await set('forced', { Version: '0.1.0', Force: false })).status).toBe(409);
});

test.each([
  '1.2',
  '1.2.3.4',
  '01.2.3',
  '1.02.3',
  '1.2.03',
  '1.2.3-rc.1',
  '1.2.3+5',
  'v1.2.3',
  '',
  ' 1.2.3',
  '-1.2.3',
  '1.2.2147483648',
  '99999999999.0.0',
  '1.2.x',
  '١.٢.٣',
])('%j is not a version', async text => {
  const reply = await set('never-made', { Version: text });
  expect([reply.status, reply.body.Code]).toEqual([400, 'invalid-request']);
  expect(reply.body.Detail).toContain('Version');
  expect((await app.call('GET', '/api/packages/never-made')).status).toBe(404);
});

test('the largest version can be set', async () => {
  const largest = '2147483647.2147483647.2147483647';
  expect((await set('largest', { Version: largest })).body.Version).toBe(largest);
});

describe('If-Match', () => {
  test('with the tag of the version endpoint sets the version', async () => {
    await set('matched', { Version: '1.0.0' });
    const reply = await set('matched', { Version: '1.1.0' }, { 'if-match': await tag('matched') });
    expect(reply.status).toBe(200);
  });

  test('with a tag from before another change is refused', async () => {
    await set('stale', { Version: '1.0.0' });
    const before = await tag('stale');
    await app.call('POST', '/api/packages/stale/increment/patch');
    const reply = await set('stale', { Version: '2.0.0' }, { 'if-match': before });
    expect([reply.status, reply.body.Code]).toEqual([412, 'precondition-failed']);
    expect(await version('stale')).toBe('1.0.1');
  });

  test('takes precedence over the refusal of a version that is not greater', async () => {
    await set('both', { Version: '1.0.0' });
    expect((await set('both', { Version: '0.1.0' }, { 'if-match': '"0-0"' })).status).toBe(412);
  });

  test('accepts any of several tags, and a star', async () => {
    await set('several', { Version: '1.0.0' });
    const current = await tag('several');
    const put = (to: string, header: string) =>
      set('several', { Version: to }, { 'if-match': header });
    expect((await put('1.0.1', `"0-0", ${current}`)).status).toBe(200);
    expect((await put('1.0.2', '*')).status).toBe(200);
  });

  test.each(COMPRESSED)('takes %s for its own', async (_made, compressed) => {
    const slug = `through-${randomUUID()}`;
    await set(slug, { Version: '1.0.0' });
    const header = compressed(await tag(slug));
    expect((await set(slug, { Version: '1.0.1' }, { 'if-match': header })).status).toBe(200);
    expect((await set(slug, { Version: '1.0.2' }, { 'if-match': header })).status).toBe(412);
  });

  test('treats a quoted star as a tag', async () => {
    await set('quoted', { Version: '1.0.0' });
    const reply = await set('quoted', { Version: '1.1.0' }, { 'if-match': '"*"' });
    expect(reply.status).toBe(412);
  });

  test('never creates a package', async () => {
    expect((await set('absent', { Version: '1.0.0' }, { 'if-match': '*' })).status).toBe(404);
    expect((await set('absent', { Version: '1.0.0' }, { 'if-match': '"0-0"' })).status).toBe(412);
    expect((await app.call('GET', '/api/packages/absent')).status).toBe(404);
  });

  test('lets one of 20 concurrent callers succeed', async () => {
    await set('one-wins', { Version: '1.0.0' });
    const header = await tag('one-wins');
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, call) =>
        set('one-wins', { Version: `2.${call}.0` }, { 'if-match': header }),
      ),
    );
    expect(replies.map(reply => reply.status).sort()).toEqual([
      200,
      ...Array<number>(19).fill(412),
    ]);
  });
});

test('concurrent sets of a new slug succeed or fail with version-not-greater', async () => {
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, call) => set('new-together', { Version: `1.${call}.0` })),
  );
  for (const reply of replies) expect([200, 409]).toContain(reply.status);
  expect(await version('new-together')).toBe('1.19.0');
});

describe('the version endpoint', () => {
  test.each(COMPRESSED)('answers 304 to %s, as a proxy made it', async (_made, compressed) => {
    await set('revalidated', { Version: '1.0.0', Force: true });
    const { status, headers } = await app.call('GET', '/api/packages/revalidated/version', {
      headers: { 'if-none-match': compressed(await tag('revalidated')) },
    });
    expect([status, headers.get('cache-control')]).toEqual([304, 'no-cache, no-transform']);
  });

  test('returns 304 for its current tag, and 200 after a change', async () => {
    await set('cached', { Version: '1.0.0' });
    const etag = await tag('cached');
    const ask = () =>
      app.call('GET', '/api/packages/cached/version', {
        // With If-None-Match, fetch sends both.
        headers: { 'if-none-match': etag, 'cache-control': 'no-cache' },
      });
    const unchanged = await ask();
    expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([
      304,
      '',
      etag,
    ]);
    await app.call('POST', '/api/packages/cached/increment/major');
    expect((await ask()).body).toEqual({ Version: '2.0.0' });
  });

  test('has a different tag after the package is deleted and recreated', async () => {
    await app.call('POST', '/api/packages', { body: { Slug: 'reborn' } });
    const before = await tag('reborn');
    await app.call('DELETE', '/api/packages/reborn');
    await app.call('POST', '/api/packages', { body: { Slug: 'reborn' } });
    expect(await tag('reborn')).not.toBe(before);
  });
});
