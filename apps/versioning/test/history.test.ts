import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('holds every change, newest first, with its component, time and key', async () => {
  const deploy = await app.issueKey({ name: 'deploy' });
  await app.call('POST', '/api/packages', { body: { Slug: 'told' } });
  await app.call('POST', '/api/packages/told/increment/minor', { key: deploy });
  await app.call('PUT', '/api/packages/told/version', { body: { Version: '2.4.0' } });
  await app.call('POST', '/api/packages/told/increment/patch');
  await app.call('POST', '/api/packages/told/increment/major');
  const { body } = await app.call('GET', '/api/packages/told/history');
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(body).toEqual([
    { Version: '3.0.0', Component: 'Major', At: at, KeyName: 'ci' },
    { Version: '2.4.1', Component: 'Patch', At: at, KeyName: 'ci' },
    { Version: '2.4.0', Component: 'Set', At: at, KeyName: 'ci' },
    { Version: '0.1.0', Component: 'Minor', At: at, KeyName: 'deploy' },
    { Version: '0.0.1', Component: 'Created', At: at, KeyName: 'ci' },
  ]);
  const times = body.map((change: { At: string }) => change.At);
  expect(times).toEqual([...times].sort().reverse());
});

test('an increment that creates its package is one row, of its own component', async () => {
  await app.call('POST', '/api/packages/auto/increment/minor');
  const { body } = await app.call('GET', '/api/packages/auto/history');
  expect(body).toMatchObject([{ Version: '0.1.0', Component: 'Minor' }]);
});

test('pages by limit and the cursor of Link, while new changes come in', async () => {
  for (let change = 0; change < 7; change++)
    await app.call('POST', '/api/packages/paged/increment/patch');
  const seen: string[] = [];
  let path: string | undefined = '/api/packages/paged/history?limit=3';
  while (path) {
    const reply = await app.call('GET', path);
    seen.push(...reply.body.map((change: { Version: string }) => change.Version));
    await app.call('POST', '/api/packages/paged/increment/patch');
    path = /^<(.+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1];
  }
  expect(seen).toEqual(['0.0.7', '0.0.6', '0.0.5', '0.0.4', '0.0.3', '0.0.2', '0.0.1']);
});

test('gives 100 changes when no limit is named', async () => {
  for (let batch = 0; batch < 120; batch++) {
    await app.call('POST', '/api/packages/long/increment/patch');
  }
  const { body, headers } = await app.call('GET', '/api/packages/long/history');
  expect(body).toHaveLength(100);
  expect(headers.get('link')).toContain('rel="next"');
});

test('of an unknown package is not found', async () => {
  const reply = await app.call('GET', '/api/packages/nobody/history');
  expect([reply.status, reply.body.Code]).toEqual([404, 'package-not-found']);
});

test.each([
  'limit=0',
  'limit=1001',
  'limit=-1',
  'limit=1.5',
  'limit=ten',
  'limit=',
  'after=%00',
  'after=nonsense',
  'page=2',
])('refuses ?%s', async query => {
  await app.call('POST', '/api/packages/strict/increment/patch');
  const reply = await app.call('GET', `/api/packages/strict/history?${query}`);
  expect([reply.status, reply.body.Code]).toEqual([400, 'invalid-request']);
  expect(reply.body.Detail).toContain(query.split('=')[0]!);
});
