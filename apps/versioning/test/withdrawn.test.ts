import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const COMMIT = '8d0f2b6c9e4a7f10aa55bb66cc77dd88ee99ff00';

const increment = async (call: string, headers: Record<string, string> = {}) =>
  (await app.call('POST', `/api/packages/${call}`, { headers })).body;
const setState = (slug: string, version: string, body: object) =>
  app.call('PATCH', `/api/packages/${slug}/versions/${version}`, { body });

test('withdrawing a version and releasing it again each add a row to the history', async () => {
  await increment('state/increment/minor');
  await increment('state/increment/minor', { 'Build-Commit': COMMIT });
  const tag = (await app.call('GET', '/api/packages/state/version')).headers.get('etag');
  const body = { State: 'Withdrawn', Reason: 'cancelled' };
  const { body: withdrawn } = await setState('state', '0.2.0', body);
  expect(withdrawn).toMatchObject({ Version: '0.2.0', Component: 'Minor', State: 'Withdrawn' });
  await setState('state', '0.2.0', body);
  const history = await app.call('GET', '/api/packages/state/history');
  expect(history.body).toMatchObject([
    { Version: '0.2.0', Component: 'Withdrawn', State: 'Withdrawn', Reason: 'cancelled' },
    { Version: '0.2.0', Component: 'Minor', State: 'Withdrawn', Reason: null },
    { Version: '0.1.0', State: 'Released' },
  ]);
  const version = await app.call('GET', '/api/packages/state/version');
  expect([version.body.Version, version.headers.get('etag')]).toEqual(['0.2.0', tag]);
  await setState('state', '0.2.0', { State: 'Released' });
  const feed = await app.call('GET', '/api/releases?slug=state');
  expect(
    feed.body.map(({ Component, State }: Record<string, string>) => [Component, State]),
  ).toEqual([
    ['Released', 'Released'],
    ['Withdrawn', 'Withdrawn'],
    ['Minor', 'Released'],
    ['Minor', 'Released'],
  ]);
});

test('a withdrawn version is not assigned again, nor a previous release, nor the version of a commit', async () => {
  await increment('gone/increment/minor', { 'Build-Commit': `${COMMIT}1` });
  await increment('gone/increment/minor', { 'Build-Commit': COMMIT });
  await increment('gone/increment/minor?pre=rc');
  await setState('gone', '0.2.0', { State: 'Withdrawn' });
  await setState('gone', '0.3.0-rc.1', { State: 'Withdrawn' });
  const next = await increment('gone/increment/minor?once=commit', { 'Build-Commit': COMMIT });
  expect(next).toMatchObject({
    Version: '0.3.0',
    Previous: { Version: '0.1.0', Commit: `${COMMIT}1` },
  });
  expect((await increment('gone/increment/minor?pre=rc')).Version).toBe('0.4.0-rc.1');
  await app.call('PUT', '/api/packages/gone/version', { body: { Version: '0.1.0', Force: true } });
  expect((await increment('gone/increment/minor')).Version).toBe('0.4.0');
  expect((await increment('gone/increment/minor?pre=rc')).Version).toBe('0.5.0-rc.1');
});

test('a version that does not exist is not found', async () => {
  await increment('none/increment/minor');
  const { status, body } = await setState('none', '9.9.9', { State: 'Withdrawn' });
  expect([status, body.Code]).toEqual([404, 'version-not-found']);
});

describe('the previous release', () => {
  const previous = async (call: string, headers = {}) => {
    const { Version, Previous } = await increment(`before/increment/${call}`, headers);
    return [Version, Previous && [Previous.Version, Previous.Commit]];
  };

  test('is the highest release below, with its commit, even for lines, pre-releases and concurrent increments', async () => {
    expect(await previous('minor?pre=rc')).toEqual(['0.1.0-rc.1', null]);
    expect(await previous('minor', { 'Build-Commit': COMMIT })).toEqual(['0.1.0', null]);
    expect(await previous('major')).toEqual(['1.0.0', ['0.1.0', COMMIT]]);
    expect(await previous('minor?pre=rc')).toEqual(['1.1.0-rc.1', ['1.0.0', null]]);
    expect(await previous('patch?line=0.1')).toEqual(['0.1.1', ['0.1.0', COMMIT]]);
    const { body } = await app.call('GET', '/api/packages/before/versions/1.0.0');
    expect(body.Previous).toEqual({ Version: '0.1.0', Commit: COMMIT });
    const many = await Promise.all(Array.from({ length: 40 }, () => previous('patch')));
    expect(many.map(String).sort()).toEqual(
      Array.from({ length: 40 }, (_, n) => `1.0.${n + 1},1.0.${n},`).sort(),
    );
  });

  test('of an adopted version is a release made before it', async () => {
    const Versions = ['1.4.0', '2.0.0', '1.4.9', '2.0.1'].map((Version, index) => ({
      Version,
      At: `${2020 + index}-01-01T00:00:00Z`,
    }));
    await app.call('POST', '/api/packages/adopted/adopt', { body: { Versions } });
    await app.call('POST', '/api/packages/adopted/increment/patch?line=1.4');
    const previous = [];
    for (const version of ['1.4.0', '1.4.9', '1.4.10', '2.0.0', '2.0.1']) {
      const { body } = await app.call('GET', `/api/packages/adopted/versions/${version}`);
      previous.push(body.Previous?.Version ?? null);
    }
    expect(previous).toEqual([null, '1.4.0', '1.4.9', '1.4.0', '2.0.0']);
  });

  test('of a package that was set back is found in its history', async () => {
    for (const Version of ['1.0.0', '1.0.1', '1.0.3']) {
      await app.call('PUT', '/api/packages/before-back/version', { body: { Version } });
    }
    await app.call('PUT', '/api/packages/before-back/version', {
      body: { Version: '1.0.0', Force: true },
    });
    expect(await increment('before-back/increment/patch')).toMatchObject({
      Version: '1.0.2',
      Previous: { Version: '1.0.1' },
    });
  });
});

test('the history of a line contains only its changes', async () => {
  for (const call of ['major', 'minor', 'major', 'patch?line=1.1', 'minor?line=1']) {
    await increment(`lines/increment/${call}`);
  }
  const versions = async (line: string) =>
    (await app.call('GET', `/api/packages/lines/history?line=${line}`)).body.map(
      ({ Version }: { Version: string }) => Version,
    );
  expect(await versions('1.1')).toEqual(['1.1.1', '1.1.0']);
  expect(await versions('1')).toEqual(['1.2.0', '1.1.1', '1.1.0', '1.0.0']);
});
