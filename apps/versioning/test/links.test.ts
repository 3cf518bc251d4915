import { startTestApp } from './start-test-app';

test.each([
  ['left in the path', '/versioning', {}],
  ['stripped by the proxy', '', { 'x-forwarded-prefix': '/versioning' }],
])('Location and Link contain a prefix that is %s', async (_, path, headers) => {
  const app = await startTestApp({ TRUST_PROXY: 'loopback', BASE_PATH: '/versioning' });
  const [one] = await Promise.all(
    ['one', 'two'].map(Slug =>
      app.call('POST', `${path}/api/packages`, { body: { Slug }, headers }),
    ),
  );
  expect(one!.headers.get('location')).toBe('/versioning/api/packages/one');
  const page = await app.call('GET', `${path}/api/packages?limit=1`, { headers });
  expect(page.headers.get('link')).toMatch(
    /^<\/versioning\/api\/packages\?limit=1&after=[^>]+>; rel="next"$/,
  );
  await app.close();
});

test('Location ignores a prefix that an untrusted sender forwards', async () => {
  const app = await startTestApp();
  const headers = { 'x-forwarded-prefix': '/evil', 'x-forwarded-host': 'evil.example' };
  const reply = await app.call('POST', '/api/packages', { body: { Slug: 'safe' }, headers });
  expect(reply.headers.get('location')).toBe('/api/packages/safe');
  await app.close();
});
