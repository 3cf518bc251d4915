import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const increment = (slug: string, call: string, headers: Record<string, string> = {}) =>
  app.call('POST', `/api/packages/${slug}/increment/${call}`, { headers });
const set = (slug: string, version: string, force = false) =>
  app.call('PUT', `/api/packages/${slug}/version`, { body: { Version: version, Force: force } });
const versionOf = async (slug: string, call: string) =>
  (await increment(slug, call)).body.Version as string;
const current = (slug: string) => app.call('GET', `/api/packages/${slug}/version`);

async function released(slug: string, ...versions: string[]): Promise<void> {
  for (const version of versions) await set(slug, version);
}

test('a hotfix of 1.4 follows its highest release and changes neither the current version nor its ETag', async () => {
  await released('fixed', '1.4.1', '1.4.2', '1.5.0', '2.0.0');
  const before = [await current('fixed'), await app.call('GET', '/api/packages/fixed')] as const;
  const reply = await increment('fixed', 'patch?line=1.4');
  expect(reply.body).toEqual({
    ...before[1].body,
    Version: '1.4.3',
    Major: 1,
    Minor: 4,
    Patch: 3,
    Previous: { Version: '1.4.2', Commit: null },
  });
  const after = [await current('fixed'), await app.call('GET', '/api/packages/fixed')] as const;
  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  expect(after[0].headers.get('etag')).toBe(before[0].headers.get('etag'));
  const unchanged = await app.call('GET', '/api/packages/fixed/version', {
    headers: { 'if-none-match': before[0].headers.get('etag')! },
  });
  expect(unchanged.status).toBe(304);
  const { body } = await app.call('GET', '/api/packages/fixed/history?limit=1');
  expect(body).toMatchObject([{ Version: '1.4.3', Component: 'Patch' }]);
});

test('a line of a major version continues its newest minor', async () => {
  await released('major', '1.4.2', '1.5.3', '2.0.0', '10.0.0');
  expect(await versionOf('major', 'patch?line=1')).toBe('1.5.4');
  expect(await versionOf('major', 'minor?line=1')).toBe('1.6.0');
  expect(await versionOf('major', 'patch?line=1')).toBe('1.6.1');
  expect(await versionOf('major', 'patch?line=1.5')).toBe('1.5.5');
  expect((await current('major')).body.Version).toBe('10.0.0');
});

test('the current version changes if it is the highest release of the line', async () => {
  await released('moving', '1.4.2', '2.0.0');
  expect(await versionOf('moving', 'patch?line=2')).toBe('2.0.1');
  expect((await current('moving')).body.Version).toBe('2.0.1');
  await set('moving', '1.4.2', true);
  expect(await versionOf('moving', 'patch?line=1')).toBe('1.4.3');
  expect((await current('moving')).body.Version).toBe('1.4.3');
  expect(await versionOf('moving', 'patch?line=2')).toBe('2.0.2');
  expect((await current('moving')).body.Version).toBe('1.4.3');
});

test('concurrent increments of three lines and the current version are numbered independently', async () => {
  await released('busy', '1.4.0', '1.5.0', '2.0.0');
  const calls = ['patch?line=1.4', 'patch?line=1.5', 'patch?line=2', 'patch'];
  const replies = await Promise.all(
    Array.from({ length: 80 }, (_, call) => increment('busy', calls[call % 4]!)),
  );
  const patches = (minor: string) =>
    replies
      .map(({ body }) => body.Version as string)
      .filter(version => version.startsWith(minor))
      .map(version => Number(version.split('.')[2]))
      .sort((one, two) => one - two);
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
  expect([patches('1.4.'), patches('1.5.'), patches('2.0.')]).toEqual([
    upTo(20),
    upTo(20),
    upTo(40),
  ]);
  expect((await current('busy')).body.Version).toBe('2.0.40');
});

test.each([
  ['nobody', 'patch?line=1', 404, 'package-not-found'],
  ['lineless', 'patch?line=1.3', 404, 'line-not-found'],
  ['lineless', 'patch?line=1.5', 404, 'line-not-found'],
  ['lineless', 'minor?line=3', 404, 'line-not-found'],
  ['lineless', 'major?line=1', 400, 'invalid-request'],
  ['lineless', 'minor?line=1.4', 400, 'invalid-request'],
  ['lineless', 'patch?line=1.4.2', 400, 'invalid-request'],
  ['lineless', 'patch?line=', 400, 'invalid-request'],
  ['lineless', 'patch?line=01', 400, 'invalid-request'],
  ['lineless', 'patch?line=1.2147483648', 400, 'invalid-request'],
  ['lineless', 'patch?line=1&line=2', 400, 'invalid-request'],
])('%s %s is refused with %i %s', async (slug, call, status, code) => {
  await released('lineless', '1.4.2', '2.0.0');
  const reply = await increment(slug, call);
  expect([reply.status, reply.body.Code]).toEqual([status, code]);
  if (status === 400) expect(reply.body.Detail).toContain('line');
  expect((await app.call('GET', '/api/packages/nobody')).status).toBe(404);
});

test('a hotfix beyond the largest part is refused', async () => {
  await released('brim', '1.4.2147483647', '2.0.0');
  const reply = await increment('brim', 'patch?line=1.4');
  expect([reply.status, reply.body.Code]).toEqual([409, 'version-overflow']);
  expect(reply.body.Detail).toBe(
    'brim cannot be incremented from 1.4.2147483647: its patch part is at the maximum, 2147483647. ' +
      'Increment another part, or name another line.',
  );
});

describe('pre-releases', () => {
  test('are numbered by base and label, do not change the version, and end with the release', async () => {
    await released('candidate', '1.4.2');
    const before = await current('candidate');
    const first = await increment('candidate', 'minor?pre=rc');
    expect(first.body).toMatchObject({
      Version: '1.5.0-rc.1',
      Major: 1,
      Minor: 5,
      Patch: 0,
      PreRelease: 'rc.1',
    });
    expect(await versionOf('candidate', 'minor?pre=rc')).toBe('1.5.0-rc.2');
    expect(await versionOf('candidate', 'minor?pre=beta')).toBe('1.5.0-beta.1');
    expect(await versionOf('candidate', 'patch?pre=rc')).toBe('1.4.3-rc.1');
    expect(await versionOf('candidate', 'major?pre=rc')).toBe('2.0.0-rc.1');
    const after = await current('candidate');
    expect([after.text, after.headers.get('etag')]).toEqual([
      before.text,
      before.headers.get('etag'),
    ]);
    const release = await increment('candidate', 'minor');
    expect(release.body.Version).toBe('1.5.0');
    expect(release.body).not.toHaveProperty('PreRelease');
    expect(await versionOf('candidate', 'minor?pre=rc')).toBe('1.6.0-rc.1');
    const { body } = await app.call('GET', '/api/packages/candidate/history?limit=2');
    expect(body).toMatchObject([
      { Version: '1.6.0-rc.1', Component: 'Minor' },
      { Version: '1.5.0', Component: 'Minor' },
    ]);
  });

  test('of a line continue from its highest release', async () => {
    await released('fix-candidate', '1.4.2', '2.0.0');
    expect(await versionOf('fix-candidate', 'patch?line=1.4&pre=rc')).toBe('1.4.3-rc.1');
    expect(await versionOf('fix-candidate', 'minor?line=1&pre=rc')).toBe('1.5.0-rc.1');
    expect(await versionOf('fix-candidate', 'patch?line=1.4')).toBe('1.4.3');
    expect(await versionOf('fix-candidate', 'patch?line=1.4&pre=rc')).toBe('1.4.4-rc.1');
  });

  test('of a package that was set back belong to the version that the increment would take', async () => {
    await released('set-back', '1.0.0', '1.1.0', '1.2.0');
    await set('set-back', '1.0.0', true);
    expect(await versionOf('set-back', 'minor?pre=rc')).toBe('1.3.0-rc.1');
    expect(await versionOf('set-back', 'minor')).toBe('1.3.0');
  });

  test('create a package without a release', async () => {
    expect(await versionOf('unreleased', 'minor?pre=rc')).toBe('0.1.0-rc.1');
    expect(await versionOf('unreleased', 'minor?pre=rc')).toBe('0.1.0-rc.2');
    expect((await app.call('GET', '/api/packages/unreleased')).body.Version).toBe('0.0.0');
    expect((await app.call('GET', '/api/packages?q=unreleased')).body).toMatchObject([
      { Slug: 'unreleased', Version: '0.0.0' },
    ]);
    expect((await increment('unreleased', 'patch?line=0')).body.Code).toBe('line-not-found');
    expect(await versionOf('unreleased', 'minor')).toBe('0.1.0');
  });

  test('made concurrently have different numbers', async () => {
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, call) =>
        increment('many', `${['minor', 'patch', 'major'][call % 3]}?pre=rc`),
      ),
    );
    const expected = ['0.0.1', '0.1.0', '1.0.0'].flatMap(base =>
      Array.from({ length: 20 }, (_, index) => `${base}-rc.${index + 1}`),
    );
    expect(replies.map(({ body }) => body.Version as string).sort()).toEqual(expected.sort());
  });

  test.each(['rc', 'R', 'a-b', '-', '1a', 'x'.repeat(20)])('take the label %s', async label => {
    expect(await versionOf(`label-${label}`, `patch?pre=${label}`)).toBe(`0.0.1-${label}.1`);
  });

  test.each(['', '1', '007', 'rc.1', 'r c', 'ä', 'x'.repeat(21)])(
    'refuse the label %j',
    async label => {
      const reply = await increment('labels', `patch?pre=${encodeURIComponent(label)}`);
      expect([reply.status, reply.body.Code]).toEqual([400, 'invalid-request']);
      expect(reply.body.Detail).toContain('pre');
      expect((await app.call('GET', '/api/packages/labels')).status).toBe(404);
    },
  );

  test('cannot be set', async () => {
    expect((await set('no-set', '1.5.0-rc.1')).body.Code).toBe('invalid-request');
  });
});

describe('an Idempotency-Key', () => {
  const under = { 'idempotency-key': 'release-7' };

  test('replays a line and a pre-release, and is refused for different ones', async () => {
    await released('once', '1.4.2', '2.0.0');
    const first = await increment('once', 'patch?line=1.4&pre=rc', under);
    const again = await increment('once', 'patch?pre=rc&line=1.4', under);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    for (const call of ['patch', 'patch?line=1.4', 'patch?pre=rc', 'patch?line=1.4&pre=beta']) {
      expect((await increment('once', call, under)).body.Code).toBe('idempotency-mismatch');
    }
  });
});

test('Build-Commit is kept in the history, and is refused unless it is 7 to 64 hexadecimal digits', async () => {
  const commit = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3';
  await increment('built', 'minor', { 'build-commit': commit });
  await increment('built', 'patch');
  await app.call('PUT', '/api/packages/built/version', {
    body: { Version: '1.0.0' },
    headers: { 'build-commit': 'A94A8FE' },
  });
  const { body } = await app.call('GET', '/api/packages/built/history');
  expect(body).toMatchObject([{ Commit: 'A94A8FE' }, { Commit: null }, { Commit: commit }]);
  for (const refused of ['a94a8f', 'g94a8fe', 'a'.repeat(65), '']) {
    const reply = await increment('built', 'patch', { 'build-commit': refused });
    expect([reply.status, reply.body.Code]).toEqual([400, 'invalid-request']);
    expect(reply.body.Detail).toContain('Build-Commit');
  }
});
