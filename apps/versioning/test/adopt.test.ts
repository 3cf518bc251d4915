import path from 'node:path';
import { readStatement } from '@platform/db';
import { explainStatement } from './explain-statement';
import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const adopt = (slug: string, versions: object[], more: object = {}) =>
  app.call('POST', `/api/packages/${slug}/adopt`, { body: { Versions: versions, ...more } });
const historyOf = async (slug: string, query = '') =>
  (await app.call('GET', `/api/packages/${slug}/history${query}`)).body as Record<string, string>[];

const TAGS = [
  { Version: 'v1.0.0', At: '2024-03-01T09:30:00Z', Commit: 'a'.repeat(40) },
  {
    Version: '1.1.0',
    At: '2024-05-01T09:30:00Z',
    Commit: 'b'.repeat(40),
    BuildUrl: 'https://ci.example.org/7',
  },
  { Version: '1.1.0-rc.1', At: '2024-04-01T09:30:00Z' },
];

test('versions enter the history with their times, and the package is at the highest release', async () => {
  const { status, body } = await adopt('tags', TAGS, { Name: 'From tags' });
  expect([status, body]).toEqual([
    200,
    { Version: '1.1.0', Adopted: 3, Unchanged: 0, Skipped: [] },
  ]);
  const history = await historyOf('tags');
  expect(history.map(({ Version, Component, At }) => [Version, Component, At])).toEqual([
    ['1.1.0', 'Adopted', '2024-05-01T09:30:00.000Z'],
    ['1.1.0-rc.1', 'Adopted', '2024-04-01T09:30:00.000Z'],
    ['1.0.0', 'Adopted', '2024-03-01T09:30:00.000Z'],
  ]);
  expect((await app.call('GET', '/api/packages/tags')).body.Name).toBe('From tags');
  expect((await app.call('GET', '/api/releases?slug=tags')).body).toEqual([]);
  const next = await app.call('POST', '/api/packages/tags/increment/minor?pre=rc');
  expect(next.body).toMatchObject({
    Version: '1.2.0-rc.1',
    Previous: { Version: '1.1.0', Commit: 'b'.repeat(40) },
  });
  expect((await app.call('POST', '/api/packages/tags/increment/minor')).body.Version).toBe('1.2.0');
});

test('a repetition changes nothing, and reports versions that exist with a different commit', async () => {
  await adopt('again', TAGS);
  const before = await historyOf('again');
  expect((await adopt('again', TAGS)).body).toEqual({
    Version: '1.1.0',
    Adopted: 0,
    Unchanged: 3,
    Skipped: [],
  });
  const { body } = await adopt('again', [{ ...TAGS[0], Commit: 'c'.repeat(40) }]);
  expect(body).toMatchObject({ Adopted: 0, Unchanged: 0, Skipped: [{ Version: 'v1.0.0' }] });
  expect(body.Skipped[0].Reason).toContain('a'.repeat(40));
  expect(await historyOf('again')).toEqual(before);
});

test('invalid tags are reported with the reason, and the others are adopted', async () => {
  const odd = ['v1', 'v1.0.0-rc1', '-beta', '1.2.3.4', 'release-2024', '01.2.3', '1.0.2147483648'];
  odd.push('', 'x'.repeat(300));
  const { body } = await adopt(
    'odd',
    [...odd, 'v0.9.0'].map(Version => ({ Version })),
  );
  expect(body).toMatchObject({ Version: '0.9.0', Adopted: 1 });
  expect(body.Skipped.map(({ Version }: { Version: string }) => Version)).toEqual(odd);
  for (const { Reason } of body.Skipped) {
    expect(Reason).toMatch(/^Version must be .*, or that with -<label>\.<number>: whole numbers/);
  }
});

test('the current version is never lowered, and the history continues in chronological order across pages', async () => {
  await app.call('PUT', '/api/packages/mixed/version', { body: { Version: '3.0.0' } });
  await app.call('POST', '/api/packages/mixed/increment/patch');
  const { body } = await adopt('mixed', [{ Version: '2.0.0' }, { Version: '1.0.0' }, ...TAGS]);
  expect(body).toMatchObject({ Version: '3.0.1', Adopted: 4, Unchanged: 1 });
  const [last] = await historyOf('mixed');
  const At = new Date(Date.parse(last!.At!) + 1).toISOString();
  await adopt('mixed', [{ Version: '2.9.0', At }]);
  await app.call('POST', '/api/packages/mixed/increment/patch');
  const all = await historyOf('mixed');
  expect(all.map(({ Version }) => Version)).toEqual([
    '3.0.2',
    '2.9.0',
    '3.0.1',
    '3.0.0',
    '1.1.0',
    '1.1.0-rc.1',
    '2.0.0',
    '1.0.0',
  ]);
  expect(await pagesOf('mixed')).toEqual(all);
});

/** Reads the history in pages of one change. */
async function pagesOf(slug: string): Promise<Record<string, string>[]> {
  const paged: Record<string, string>[] = [];
  let query = '?limit=1';
  while (query !== '') {
    const { body: page, headers } = await app.call('GET', `/api/packages/${slug}/history${query}`);
    paged.push(...page);
    query = /\?[^>]*/.exec(headers.get('link') ?? '')?.[0] ?? '';
  }
  return paged;
}

test.each(['2999-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '0001-01-01T00:00:00Z'])(
  'the time %s is refused, and nothing is adopted',
  async At => {
    const { status, body } = await adopt('other-time', [{ Version: '1.0.0', At }]);
    expect([status, body.Detail]).toEqual([
      400,
      'Versions[0].At must be from 1970 to now (1.0.0).',
    ]);
    expect((await app.call('GET', '/api/packages/other-time')).status).toBe(404);
  },
);

test('versions placed before the start of 1970 are paged, too', async () => {
  await adopt('epoch', [{ Version: '1.0.0', At: '1970-01-01T00:00:00Z' }]);
  await adopt('epoch', [{ Version: '0.1.0' }, { Version: '0.2.0' }, { Version: '0.3.0' }]);
  const paged = await pagesOf('epoch');
  expect(paged.map(({ Version }) => Version)).toEqual(['1.0.0', '0.3.0', '0.2.0', '0.1.0']);
});

test('ten thousand versions are adopted at once, and again', async () => {
  const versions = Array.from({ length: 10_000 }, (_, n) => ({
    Version: `v${Math.floor(n / 1000)}.${Math.floor(n / 10) % 100}.${n % 10}`,
    Commit: n.toString(16).padStart(40, '0'),
    At: new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString(),
  }));
  expect((await adopt('large', versions)).body).toMatchObject({
    Version: '9.99.9',
    Adopted: 10_000,
    Skipped: [],
  });
  expect((await adopt('large', versions)).body).toMatchObject({ Adopted: 0, Unchanged: 10_000 });
});

test('no package is created if every tag is invalid', async () => {
  const { status, body } = await adopt('nothing', [{ Version: 'v1' }]);
  expect([status, body]).toEqual([
    200,
    {
      Version: '0.0.0',
      Adopted: 0,
      Unchanged: 0,
      Skipped: [{ Version: 'v1', Reason: expect.any(String) }],
    },
  ]);
  expect((await app.call('GET', '/api/packages/nothing')).status).toBe(404);
});

test('into a long history reads only the versions of the same number', async () => {
  const { db } = app.context;
  await adopt('long', TAGS);
  const { rows } = await db.pool.query<{ id: number }>(
    `with grown as (
      update versioning.package set revision = 5000 where slug = 'long' returning id
    )
    insert into versioning.package_change (package_id, revision, component, major, minor, patch, at, key_name)
    select id, number, 'Minor', 0, number, 0, now(), 'ci' from grown, generate_series(4, 5000) as number
    returning package_id as id`,
  );
  const versions = Array.from({ length: 100 }, (_, patch) => ({ major: 3, minor: 0, patch }));
  const recording = { slug: 'long', component: 'Adopted', keyName: 'ci', moves: 'up' };
  const { blocks } = await explainStatement(
    db,
    readStatement(path.join(__dirname, '../src/packages'), 'record-changes.sql'),
    { ...recording, packageId: rows[0]!.id, versions: JSON.stringify(versions) },
  );
  expect(blocks).toBeLessThan(40 * versions.length);
});
