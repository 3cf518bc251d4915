import { waitUntil } from '@platform/http/testing';
import { createVersioningClient, VersioningError } from '@platform/versioning-client';
import { startTestApp, type TestApp } from '../start-test-app';

const bootstrap = 'b'.repeat(32);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ VERSIONING_API_KEYS: bootstrap });
});
afterAll(() => app.close());

const clientOf = (key: string) => createVersioningClient({ url: app.url, key, timeout: 5_000 });
const refusalOf = async (work: Promise<unknown>) => {
  try {
    await work;
    return null;
  } catch (error) {
    return error instanceof VersioningError ? [error.kind, error.code] : error;
  }
};

test('version is the change that assigned a version, including pre-releases', async () => {
  const client = clientOf(app.key);
  const build = { buildUrl: 'https://ci.example.org/1', buildCommit: 'cafe0001' };
  await client.increment('found', 'minor', { pre: 'rc', ...build });
  await client.increment('found', 'minor');
  expect(await client.version('found', '0.1.0-rc.1')).toMatchObject({
    Version: '0.1.0-rc.1',
    BuildUrl: 'https://ci.example.org/1',
    Commit: 'cafe0001',
  });
  expect(await client.version('found', '0.1.0')).toMatchObject({ Component: 'Minor' });
  expect(await refusalOf(client.version('found', '0.2.0'))).toEqual([
    'request',
    'version-not-found',
  ]);
  expect(await refusalOf(client.version('found', '..'))).toEqual(['request', null]);
});

test('releases of a commit are paged to older ones', async () => {
  const client = clientOf(app.key);
  const buildCommit = 'cafe0002';
  for (const slug of ['one', 'two', 'three'])
    await client.increment(slug, 'patch', { buildCommit });
  const first = await client.releases({ commit: buildCommit, limit: 2 });
  expect(first.releases.map(({ Slug }) => Slug)).toEqual(['three', 'two']);
  const last = await client.releases({ commit: buildCommit, limit: 2, after: first.next! });
  expect(last.releases).toMatchObject([{ Slug: 'one', Version: '0.0.1', Commit: buildCommit }]);
  expect(last.next).toBeNull();
});

test('a poller of releases sees each one once, oldest first', async () => {
  const client = clientOf(app.key);
  let { monitor } = await client.releases({ limit: 1 });
  const made = ['0.0.1', '0.0.2', '0.0.3'];
  for (const _ of made) await client.increment('polled', 'patch');
  const seen: string[] = [];
  await waitUntil(async () => {
    const page = await client.releases({ since: monitor, limit: 2 });
    const own = page.releases.filter(({ Slug }) => Slug === 'polled');
    seen.push(...own.map(({ Version }) => Version));
    monitor = page.monitor;
    return seen.length >= made.length;
  });
  expect(seen).toEqual(made);
});

test('keys are issued, listed, rotated and revoked', async () => {
  const { keys } = clientOf(bootstrap);
  const expiresAt = new Date(Date.now() + 3_600_000);
  const issued = await keys.create({
    name: 'team-a',
    scopes: ['read', 'write'],
    slugs: ['team-a-*'],
    expiresAt,
  });
  expect(issued).toMatchObject({ Slugs: ['team-a-*'], ExpiresAt: expiresAt.toISOString() });
  const take = (key: string) => clientOf(key).increment('team-a-api', 'patch');
  await take(issued.Key);
  expect((await keys.list()).map(({ Id }) => Id)).toContain(issued.Id);

  const rotated = await keys.rotate(issued.Id);
  expect(rotated.Id).toBe(issued.Id);
  await take(issued.Key);
  const again = await keys.rotate(issued.Id, { overlapSeconds: 0 });
  expect(await refusalOf(take(rotated.Key))).toEqual(['credential', 'key-unrecognized']);
  await take(again.Key);

  await keys.revoke(issued.Id);
  expect(await refusalOf(take(again.Key))).toEqual(['credential', 'key-unrecognized']);
  expect(await refusalOf(keys.revoke(issued.Id))).toEqual(['request', 'key-not-found']);
  expect(await refusalOf(clientOf(again.Key).keys.list())).toEqual([
    'credential',
    'key-unrecognized',
  ]);
});
