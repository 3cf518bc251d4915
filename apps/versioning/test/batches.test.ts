import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const incrementAll = (items: object[], headers: Record<string, string> = {}, key?: string) =>
  app.call('POST', '/api/increments', { body: { Items: items }, headers, ...(key && { key }) });
const versions = (body: { Items: { Slug: string; Version: string }[] }) =>
  body.Items.map(({ Slug, Version }) => `${Slug} ${Version}`);

test('every item gets a version, in order, even several of one package', async () => {
  await app.call('PUT', '/api/packages/core/version', { body: { Version: '1.4.0' } });
  const { status, body } = await incrementAll([
    { Slug: 'web', Component: 'Minor' },
    { Slug: 'core', Component: 'Patch' },
    { Slug: 'core', Component: 'Minor', Pre: 'rc' },
    { Slug: 'core', Component: 'Minor' },
    { Slug: 'core', Component: 'Patch', Line: '1.4' },
    { slug: '@acme/new', component: 'Major' },
  ]);
  expect([status, versions(body)]).toEqual([
    200,
    ['web 0.1.0', 'core 1.4.1', 'core 1.5.0-rc.1', 'core 1.5.0', 'core 1.4.2', '@acme/new 1.0.0'],
  ]);
  expect(body.Items.map(({ Previous }: { Previous: unknown }) => Previous)).toMatchObject([
    null,
    ...['1.4.0', '1.4.1', '1.4.1', '1.4.1'].map(Version => ({ Version })),
    null,
  ] as object);
  const { body: core } = await app.call('GET', '/api/packages/core');
  expect(core.Version).toBe('1.5.0');
});

test.each([
  [{ Slug: 'core', Component: 'Patch', Line: '9' }, 404, 'line-not-found'],
  [{ Slug: 'core', Component: 'Major', Line: '1' }, 400, 'invalid-request'],
  [{ Slug: '../core', Component: 'Patch' }, 400, 'invalid-request'],
  [{ Slug: 'core', Component: 'Huge' }, 400, 'invalid-request'],
])('a batch with the item %j takes no version', async (item, status, code) => {
  await app.call('POST', '/api/packages/core/increment/patch');
  const before = (await app.call('GET', '/api/packages/core/history')).body;
  const reply = await incrementAll([
    { Slug: 'core', Component: 'Patch' },
    { Slug: 'unmade', Component: 'Patch' },
    item,
  ]);
  expect([reply.status, reply.body.Code]).toEqual([status, code]);
  expect((await app.call('GET', '/api/packages/core/history')).body).toEqual(before);
  expect((await app.call('GET', '/api/packages/unmade')).status).toBe(404);
});

test('a key without access to every package takes no version', async () => {
  const key = await app.issueKey({ slugPatterns: ['team-a/*'] });
  const { status, body } = await incrementAll(
    [
      { Slug: 'team-a/web', Component: 'Patch' },
      { Slug: 'team-b/web', Component: 'Patch' },
    ],
    {},
    key,
  );
  expect([status, body.Code]).toEqual([403, 'key-scope']);
  expect((await app.call('GET', '/api/packages/team-a%2Fweb')).status).toBe(404);
});

test('a repetition with the same Idempotency-Key is answered with the first response', async () => {
  const headers = { 'Idempotency-Key': 'release-1' };
  const items = [
    { Slug: 'a', Component: 'Minor' },
    { Slug: 'b', Component: 'Minor' },
  ];
  const first = await incrementAll(items, headers);
  const again = await incrementAll(items, headers);
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
});

test('concurrent batches and increments of the same packages, in any order, take no version twice', async () => {
  const slugs = ['x', 'y', 'z'];
  const batch = (order: string[]) =>
    incrementAll(order.map(Slug => ({ Slug, Component: 'Patch' })));
  const calls = Array.from({ length: 60 }, (_, n) =>
    n % 3 === 2
      ? app
          .call('POST', `/api/packages/${slugs[n % 2]}/increment/patch`)
          .then(({ body }) => [`${body.Slug} ${body.Version}`])
      : batch(n % 2 ? slugs : [...slugs].reverse()).then(({ body }) => versions(body)),
  );
  const taken = (await Promise.all(calls)).flat();
  expect(new Set(taken).size).toBe(taken.length);
  expect(taken).toHaveLength(40 * 3 + 20);
});

test.each<[string, object]>([
  ['the slug', { Slug: '-' }],
  ['the component', { Component: 'patch' }],
  ['the line', { Line: 'v1' }],
  ['the label', { Pre: 7 }],
  ['a property', { Tag: 'v1' }],
])('a fault in %s of a large batch is worded as in a small one', async (_, fault) => {
  const item = { Slug: 'told', Component: 'Patch' };
  const small = await incrementAll([{ ...item, ...fault }]);
  const large = await incrementAll([
    ...Array.from({ length: 150 }, () => item),
    { ...item, ...fault },
  ]);
  expect([small.status, large.status]).toEqual([400, 400]);
  expect(large.body.Detail).toBe(small.body.Detail.replace('Items[0]', 'Items[150]'));
});

test('a batch of more than 200 items is refused', async () => {
  const items = Array.from({ length: 201 }, () => ({ Slug: 'many', Component: 'Patch' }));
  const { status, body } = await incrementAll(items);
  expect([status, body.Detail]).toEqual([400, 'Items must have at most 200 items.']);
});

test('a pre-release after the largest number is refused, and no version is taken', async () => {
  await app.call('PUT', '/api/packages/brim/version', { body: { Version: '1.4.2' } });
  await app.call('POST', '/api/packages/brim/adopt', {
    body: { Versions: [{ Version: '1.5.0-rc.2147483647' }] },
  });
  const items = [
    { Slug: 'brim', Component: 'Patch' },
    { Slug: 'brim', Component: 'Minor', Pre: 'rc' },
  ];
  const { status, body } = await incrementAll(items);
  expect([status, body.Code]).toEqual([409, 'version-overflow']);
  expect((await app.call('GET', '/api/packages/brim/version')).body.Version).toBe('1.4.2');
});
