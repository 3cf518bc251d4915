import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const preview = async (call: string) => {
  const { status, body } = await app.call('GET', `/api/packages/${call}`);
  return status === 200 ? [body.Version, body.IsNew] : [status, body.Code];
};
const increment = async (call: string) =>
  (await app.call('POST', `/api/packages/${call}`)).body.Version;

test.each([
  ['major', '', '1.0.0'],
  ['minor', '?pre=rc', '0.1.0-rc.1'],
  ['patch', '', '0.0.1'],
])(
  'a package that does not exist would get its first version by %s%s',
  async (component, query, version) => {
    expect(await preview(`fresh/next/${component}${query}`)).toEqual([version, true]);
    expect((await app.call('GET', '/api/packages/fresh')).status).toBe(404);
  },
);

test('a preview is the version that the increment takes, whatever the history', async () => {
  for (const version of ['1.4.2', '2.0.0']) {
    await app.call('PUT', '/api/packages/app/version', { body: { Version: version } });
  }
  await increment('app/increment/minor?pre=rc');
  await app.call('PUT', '/api/packages/app/version', { body: { Version: '1.4.2', Force: true } });
  for (const call of [
    'major',
    'minor',
    'patch',
    'patch?line=1.4',
    'minor?line=2&pre=rc',
    'minor?line=1&pre=beta',
  ]) {
    const [version, isNew] = await preview(`app/next/${call}`);
    expect(await preview(`app/next/${call}`)).toEqual([version, false]);
    expect([call, await increment(`app/increment/${call}`), isNew]).toEqual([call, version, false]);
  }
});

test.each([
  ['next/patch?line=7', [404, 'line-not-found']],
  ['next/major?line=1', [400, 'invalid-request']],
  ['next/minor?line=1.4', [400, 'invalid-request']],
  ['next/other', [400, 'invalid-request']],
])('%s returns %j', async (call, expected) => {
  await app.call('PUT', '/api/packages/refused/version', { body: { Version: '1.4.2' } });
  expect(await preview(`refused/${call}`)).toEqual(expected);
});

test('a key with the scope read previews versions without taking them', async () => {
  const key = await app.issueKey({ scopes: ['read'] });
  const { body } = await app.call('GET', '/api/packages/fresh/next/patch', { key });
  expect(body).toEqual({ Version: '0.0.1', IsNew: true });
});
