import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('contains every change, newest first, with its component, time and key', async () => {
  const deploy = await app.issueKey({ name: 'deploy' });
  await app.call('POST', '/api/packages', { body: { Slug: 'told' } });
  await app.call('POST', '/api/packages/told/increment/minor', { key: deploy });
  await app.call('PUT', '/api/packages/told/version', { body: { Version: '2.4.0' } });
  await app.call('POST', '/api/packages/told/increment/patch');
  await app.call('POST', '/api/packages/told/increment/major');
  const { body } = await app.call('GET', '/api/packages/told/history');
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const change = {
    At: at,
    KeyName: 'ci',
    BuildUrl: null,
    Commit: null,
    State: 'Released',
    Reason: null,
  };
  expect(body).toEqual([
    { ...change, Version: '3.0.0', Component: 'Major' },
    { ...change, Version: '2.4.1', Component: 'Patch' },
    { ...change, Version: '2.4.0', Component: 'Set' },
    { ...change, Version: '0.1.0', Component: 'Minor', KeyName: 'deploy' },
    { ...change, Version: '0.0.1', Component: 'Created' },
  ]);
  const times = body.map((change: { At: string }) => change.At);
  expect(times).toEqual([...times].sort().reverse());
});

const page = 'https://ci.example.org/jobs/42?attempt=1#step-3';
const from = (url: string) => ({ 'build-url': url });

test('keeps the Build-Url of an increment or a set', async () => {
  await app.call('POST', '/api/packages/built/increment/minor', { headers: from(page) });
  await app.call('POST', '/api/packages/built/increment/patch');
  await app.call('PUT', '/api/packages/built/version', {
    body: { Version: '2.0.0' },
    headers: from('http://jenkins/job/1/'),
  });
  const { body } = await app.call('GET', '/api/packages/built/history');
  expect(body).toMatchObject([
    { Version: '2.0.0', BuildUrl: 'http://jenkins/job/1/' },
    { Version: '0.1.1', BuildUrl: null, Commit: null },
    { Version: '0.1.0', BuildUrl: page },
  ]);
});

test('keeps the Build-Url of each concurrent increment', async () => {
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, build) =>
      app.call('POST', '/api/packages/busy/increment/patch', {
        headers: build % 2 === 0 ? from(`https://ci.example.org/${build}`) : {},
      }),
    ),
  );
  const { body } = await app.call('GET', '/api/packages/busy/history');
  const pages = new Map(
    body.map((change: { Version: string; BuildUrl: string | null }) => [
      change.Version,
      change.BuildUrl,
    ]),
  );
  expect(replies.map(reply => pages.get(reply.body.Version))).toEqual(
    replies.map((_, build) => (build % 2 === 0 ? `https://ci.example.org/${build}` : null)),
  );
});

test('a repetition with the same Idempotency-Key from another build is replayed, and the first Build-Url remains', async () => {
  const increment = (url: string) =>
    app.call('POST', '/api/packages/rerun/increment/patch', {
      headers: { 'idempotency-key': 'build-7', ...from(url) },
    });
  const first = await increment('https://ci.example.org/7/attempts/1');
  const again = await increment('https://ci.example.org/7/attempts/2');
  expect([again.status, again.text]).toEqual([200, first.text]);
  const { body } = await app.call('GET', '/api/packages/rerun/history');
  expect(body).toMatchObject([{ BuildUrl: 'https://ci.example.org/7/attempts/1' }]);
});

test.each([
  ['https://ci:token@ci.example.org/7', 'https://ci.example.org/7'],
  ['https://token@ci.example.org:8443/7?a=b@c#d@e', 'https://ci.example.org:8443/7?a=b@c#d@e'],
  ['HTTP://a:b@c@[::1]/7', 'HTTP://[::1]/7'],
  ['https://a@ci.example.org', 'https://ci.example.org'],
  [String.raw`https://a:b\@ci.example.org/7`, 'https://ci.example.org/7'],
  ['https://ci.example.org/@7', 'https://ci.example.org/@7'],
])('a Build-Url %s is shown as %s', async (sent, kept) => {
  const slug = 'credentials';
  await app.call('POST', `/api/packages/${slug}/increment/patch`, { headers: from(sent) });
  const Version = '100.0.0';
  await app.call('PUT', `/api/packages/${slug}/version`, {
    body: { Version },
    headers: from(sent),
  });
  const { body } = await app.call('GET', `/api/packages/${slug}/history`);
  expect(body).toMatchObject([{ Version, BuildUrl: kept }, { BuildUrl: kept }]);
  await app.call('DELETE', `/api/packages/${slug}`);
});

test('a repetition whose Build-Url has another token is the same request', async () => {
  const increment = (url: string) =>
    app.call('POST', '/api/packages/token/increment/patch', {
      headers: { 'idempotency-key': 'build-8', ...from(url) },
    });
  const first = await increment('https://a:one@ci.example.org/7');
  const again = await increment('https://a:two@ci.example.org/7');
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
});

test('a Build-Url of 500 characters is accepted', async () => {
  const longest = `https://ci.example.org/${'x'.repeat(477)}`;
  const reply = await app.call('POST', '/api/packages/longest/increment/patch', {
    headers: from(longest),
  });
  expect(reply.status).toBe(200);
});

test.each(['HTTPS://ci.example.org/1', 'http://_ci.example.org/1', 'http://[::1]:8080/1'])(
  'a Build-Url %s is accepted',
  async url => {
    const reply = await app.call('POST', '/api/packages/schemes/increment/patch', {
      headers: from(url),
    });
    expect(reply.status).toBe(200);
  },
);

test.each([
  ['longer than 500 characters', `https://ci.example.org/${'x'.repeat(478)}`],
  ['of another scheme', 'ftp://ci.example.org/42'],
  ['that runs a script', 'javascript:alert(1)'],
  ['without a host', 'https://'],
  ['without a host after its user', 'https://user@'],
  ['whose host begins with a hyphen', 'https://user@-ci.example.org/7'],
  ['with a space', 'https://ci.example.org/my job'],
  ['that is empty', ''],
])('a Build-Url %s is refused, and changes nothing', async (_, url) => {
  const replies = [
    await app.call('POST', '/api/packages/strange/increment/patch', { headers: from(url) }),
    await app.call('PUT', '/api/packages/strange/version', {
      body: { Version: '1.0.0' },
      headers: from(url),
    }),
  ];
  for (const { status, body } of replies) {
    expect([status, body.Code]).toEqual([400, 'invalid-request']);
    expect(body.Detail).toContain('Build-Url');
  }
  expect((await app.call('GET', '/api/packages/strange')).status).toBe(404);
});

test('an increment that creates its package is one row, with its component', async () => {
  await app.call('POST', '/api/packages/auto/increment/minor');
  const { body } = await app.call('GET', '/api/packages/auto/history');
  expect(body).toMatchObject([{ Version: '0.1.0', Component: 'Minor' }]);
});

test('pages by limit and the cursor of Link while changes are added', async () => {
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

test('does not continue with the changes of another package that has the slug by then', async () => {
  const create = async () => {
    for (let change = 0; change < 3; change++)
      await app.call('POST', '/api/packages/replaced/increment/patch');
  };
  await create();
  const { headers } = await app.call('GET', '/api/packages/replaced/history?limit=1');
  await app.call('DELETE', '/api/packages/replaced');
  await create();
  const next = /^<(.+)>; rel="next"$/.exec(headers.get('link')!)![1]!;
  const reply = await app.call('GET', next);
  expect([reply.status, reply.body, reply.headers.get('link')]).toEqual([200, [], null]);
});

test('returns 100 changes by default, also if the limit is empty', async () => {
  for (let batch = 0; batch < 120; batch++) {
    await app.call('POST', '/api/packages/long/increment/patch');
  }
  for (const query of ['', '?limit=']) {
    const { body, headers } = await app.call('GET', `/api/packages/long/history${query}`);
    expect(body).toHaveLength(100);
    expect(headers.get('link')).toContain('rel="next"');
  }
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
  'after=%00',
  'after=nonsense',
  'page=2',
])('refuses ?%s', async query => {
  await app.call('POST', '/api/packages/strict/increment/patch');
  const reply = await app.call('GET', `/api/packages/strict/history?${query}`);
  expect([reply.status, reply.body.Code]).toEqual([400, 'invalid-request']);
  expect(reply.body.Detail).toContain(query.split('=')[0]!);
});
