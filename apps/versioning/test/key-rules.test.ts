import type { Allows } from '../src/http/principal';
import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ VERSIONING_API_KEYS: 'b'.repeat(32) });
});
afterAll(() => app.close());

let count = 0;
/** Creates a package at 2.0.0 whose history contains 1.3.0, 1.4.0 and 1.4.1. */
async function newPackage(): Promise<string> {
  const slug = `app-${++count}`;
  const versions = ['1.3.0', '1.4.0', '1.4.1', '2.0.0'];
  for (const Version of versions) {
    await app.call('PUT', `/api/packages/${slug}/version`, { body: { Version } });
  }
  return slug;
}

const ruled = (allows: Allows) => app.issueKey({ allows, scopes: ['read', 'write'] });
const patch = { Component: 'Patch' };

type Change = (slug: string, key: string) => ReturnType<TestApp['call']>;

const increment =
  (part: string, query = ''): Change =>
  (slug, key) =>
    app.call('POST', `/api/packages/${slug}/increment/${part}${query}`, { key });
const batch =
  (...items: object[]): Change =>
  (slug, key) => {
    const Items = items.map(item => ({ Slug: slug, ...item }));
    return app.call('POST', '/api/increments', { key, body: { Items } });
  };
const set =
  (Version: string): Change =>
  (slug, key) =>
    app.call('PUT', `/api/packages/${slug}/version`, { key, body: { Version } });
const state =
  (version: string, State: string): Change =>
  (slug, key) =>
    app.call('PATCH', `/api/packages/${slug}/versions/${version}`, { key, body: { State } });
const adopt =
  (...versions: string[]): Change =>
  (slug, key) => {
    const Versions = versions.map(Version => ({ Version }));
    return app.call('POST', `/api/packages/${slug}/adopt`, { key, body: { Versions } });
  };
const create: Change = (slug, key) =>
  app.call('POST', '/api/packages', { key, body: { Slug: `${slug}-new` } });
const elsewhere =
  (change: Change): Change =>
  (slug, key) =>
    change(`${slug}-new`, key);

test.each<[string, Allows, Change]>([
  ['patches', { Components: ['Patch'] }, increment('patch')],
  ['a pre-release', { PreReleases: 'only' }, increment('minor', '?pre=rc')],
  ['a release', { PreReleases: 'never' }, increment('major')],
  ['its line', { Lines: ['1.4'] }, increment('patch', '?line=1.4')],
  ['a line that holds the current version', { Lines: ['2'] }, increment('minor')],
  ['a batch', { Components: ['Patch', 'Minor'], Lines: ['2'] }, batch(patch, patch)],
  ['a package', { Create: true }, elsewhere(increment('patch'))],
  ['two increments of a new package', { Create: true }, elsewhere(batch(patch, patch))],
  ['creating', { Create: true }, create],
  ['a set', { Set: true }, set('3.0.0')],
  ['a set that creates', { Set: true, Create: true }, elsewhere(set('3.0.0'))],
  ['adopting', { Set: true, Create: true }, elsewhere(adopt('v1.0.0'))],
  ['withdrawing what was set', { Set: true }, state('1.4.1', 'Withdrawn')],
  ['releasing again', { Set: true }, state('1.4.1', 'Released')],
])('a key allows %s by its rules', async (_, allows, change) => {
  const reply = await change(await newPackage(), await ruled(allows));
  expect([200, 201]).toContain(reply.status);
});

const NOTHING: Allows = {};

test.each<[string, Allows, Change]>([
  ['Components', { Components: ['Patch'] }, increment('minor')],
  ['Components', { Components: ['Patch'] }, batch(patch, { Component: 'Major' })],
  ['PreReleases', { PreReleases: 'only' }, increment('patch')],
  ['PreReleases', { PreReleases: 'only', Set: true }, set('3.0.0')],
  ['PreReleases', { PreReleases: 'never' }, increment('patch', '?pre=rc')],
  ['Lines', { Lines: ['1.4'] }, increment('patch')],
  ['Lines', { Lines: ['1.4'] }, increment('minor', '?line=1')],
  ['Lines', { Lines: ['2.0'] }, increment('patch', '?line=1.4')],
  ['Lines', { Lines: ['2.0'] }, batch(patch, { Component: 'Minor' })],
  ['Lines', { Lines: ['1'], Set: true }, set('3.0.0')],
  ['Lines', { Lines: ['1'], Set: true, Create: true }, elsewhere(adopt('1.0.0', '2.0.0'))],
  ['Lines', { Lines: ['2'], Set: true }, state('1.4.1', 'Withdrawn')],
  ['Create', NOTHING, elsewhere(increment('patch'))],
  ['Create', { PreReleases: 'only' }, elsewhere(increment('patch', '?pre=rc'))],
  ['Create', NOTHING, elsewhere(batch(patch))],
  ['Create', NOTHING, create],
  ['Create', { Set: true }, elsewhere(set('1.0.0'))],
  ['Create', { Set: true }, adopt('1.0.0')],
  ['Set', NOTHING, set('3.0.0')],
  ['Set', { Create: true }, adopt('1.0.0')],
  ['Set', NOTHING, state('1.4.1', 'Withdrawn')],
  ['Set', NOTHING, state('1.4.1', 'Released')],
])('%s of %j refuses a change, which changes nothing', async (rule, allows, change) => {
  const slug = await newPackage();
  const { status, body } = await change(slug, await ruled(allows));
  expect([status, body.Code]).toEqual([403, 'key-scope']);
  expect(body.Detail).toContain(`(Allows.${rule})`);
  const { body: history } = await app.call('GET', `/api/packages/${slug}/history`);
  expect(history).toHaveLength(4);
  expect((await app.call('GET', `/api/packages/${slug}-new`)).status).toBe(404);
});

test('a key may withdraw what it may make: a pre-release of a branch, not a release', async () => {
  const slug = await newPackage();
  const branch = await ruled({ PreReleases: 'only' });
  const { body } = await increment('minor', '?pre=rc')(slug, branch);
  await increment('minor')(slug, app.key);
  expect((await state(body.Version, 'Withdrawn')(slug, branch)).body.State).toBe('Withdrawn');
  expect((await state('2.1.0', 'Withdrawn')(slug, branch)).status).toBe(403);
});

test('rules apply to the version being made, even if increments wait for one another', async () => {
  const slug = await newPackage();
  const [major, minor] = [await ruled({ Lines: ['2'] }), app.key];
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index === 10 ? increment('major')(slug, minor) : increment('patch')(slug, major),
    ),
  );
  const made = replies.filter(({ status }) => status === 200).map(({ body }) => body.Version);
  expect(made).toContain('3.0.0');
  for (const version of made) expect(version).toMatch(/^2\.0\.|^3\.0\.0$/);
  expect(replies.every(({ status }) => status === 200 || status === 403)).toBe(true);
});

test('rules apply to the version of a commit as if it were made', async () => {
  const slug = await newPackage();
  const headers = { 'build-commit': 'c0ffee1' };
  const path = `/api/packages/${slug}/increment/patch?once=commit`;
  await app.call('POST', path, { headers });
  const inLine = await app.call('POST', path, { headers, key: await ruled({ Lines: ['2.0'] }) });
  const outside = await app.call('POST', path, { headers, key: await ruled({ Lines: ['1'] }) });
  expect([inLine.body.Version, outside.status]).toEqual(['2.0.1', 403]);
});

test('a response is replayed under its Idempotency-Key even if the rules have changed', async () => {
  const slug = await newPackage();
  const key = await ruled({ Lines: ['2.0'] });
  const again = () =>
    app.call('POST', `/api/packages/${slug}/increment/patch`, {
      key,
      headers: { 'idempotency-key': slug },
    });
  const first = await again();
  await increment('major')(slug, app.key);
  expect((await again()).text).toBe(first.text);
});

test('a refusal is recorded as an event of the key', async () => {
  const slug = await newPackage();
  const name = `feature ${slug}`;
  const key = await app.issueKey({ name, allows: { PreReleases: 'only' } });
  await increment('patch')(slug, key);
  const manager = await app.issueKey({ scopes: ['read', 'write', 'delete', 'keys'] });
  const { body } = await app.call('GET', '/api/audit-events', { key: manager });
  expect(body).toContainEqual(
    expect.objectContaining({
      Kind: 'KeyRefused',
      KeyName: name,
      Detail: expect.stringContaining('(Allows.PreReleases)'),
    }),
  );
});

describe('keys that issue other keys', () => {
  const limits: Allows = { Components: ['Patch', 'Minor'], Lines: ['1', '2.0'], Create: true };
  let manager: string;
  beforeAll(async () => {
    manager = await app.issueKey({ scopes: ['read', 'write', 'keys'], allows: limits });
  });
  const issue = (more: object, key = manager) =>
    app.call('POST', '/api/keys', {
      key,
      body: { Name: `issued ${++count}`, Scopes: ['write'], ...more },
    });

  test('pass on their own rules by default, which every response about keys contains', async () => {
    const { body } = await issue({});
    expect(body.Allows).toEqual(limits);
    const rotated = await app.call('POST', `/api/keys/${body.Id}/rotate`, { key: manager });
    expect(rotated.body.Allows).toEqual(limits);
    const listed = await app.call('GET', '/api/keys', { key: manager });
    expect(listed.body.at(-1)).toMatchObject({ Id: body.Id, Allows: limits });
    const slug = await newPackage();
    expect((await increment('major')(slug, rotated.body.Key)).body.Detail).toContain('Components');
  });

  test.each<Allows>([
    { Components: ['Patch'], Lines: ['1.4', '2.0'] },
    { ...limits, Create: false },
    { ...limits, PreReleases: 'only' },
  ])('grant the narrower rules %j', async Allows => {
    expect((await issue({ Allows })).body.Allows).toEqual(Allows);
  });

  test.each<Allows | null>([
    null,
    {},
    { Components: ['Patch'] },
    { Components: ['Major'], Lines: ['1'] },
    { Components: ['Patch'], Lines: ['2'] },
    { ...limits, Set: true },
  ])('cannot grant the wider rules %j', async Allows => {
    const { status, body } = await issue({ Allows });
    expect([status, body.Code]).toEqual([403, 'key-scope']);
    expect(body.Detail).toContain('Allows {');
  });

  test('neither list nor rotate keys with wider rules', async () => {
    const wider = await issue({}, 'b'.repeat(32));
    const listed = await app.call('GET', '/api/keys', { key: manager });
    expect(listed.body.map(({ Id }: { Id: string }) => Id)).not.toContain(wider.body.Id);
    const rotated = await app.call('POST', `/api/keys/${wider.body.Id}/rotate`, { key: manager });
    expect(rotated.status).toBe(403);
  });

  test('name the rules in any case', async () => {
    const Allows = { components: ['Patch'], LINES: ['1'], create: true };
    expect((await issue({ Allows })).body.Allows).toEqual({
      Components: ['Patch'],
      Lines: ['1'],
      Create: true,
    });
  });

  test.each([
    ['Lines', { Lines: ['1.4.2'] }],
    ['Lines', { Lines: [] }],
    ['Components', { Components: ['patch'] }],
    ['PreReleases', { PreReleases: 'sometimes' }],
    ['Delete', { Delete: true }],
    ['Create', { Create: 'yes' }],
  ])("an error in %s is refused with the field's name", async (field, Allows) => {
    const { status, body } = await issue({ Allows }, 'b'.repeat(32));
    expect([status, body.Detail]).toEqual([400, expect.stringContaining(field)]);
  });
});
