import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const COMPONENTS = ['major', 'minor', 'patch'] as const;

function increment(slug: string, component: string, headers: Record<string, string> = {}) {
  return app.call('POST', `/api/packages/${slug}/increment/${component}`, { headers });
}

async function set(slug: string, version: string): Promise<void> {
  await app.call('PUT', `/api/packages/${slug}/version`, { body: { Version: version } });
}

test.each([
  ['major', '1.0.0'],
  ['minor', '0.1.0'],
  ['patch', '0.0.1'],
])(
  'the first %s increment of an unknown slug creates the package at %s',
  async (component, version) => {
    const reply = await increment(`new-${component}`, component);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      Slug: `new-${component}`,
      Name: `new-${component}`,
      Version: version,
      Major: Number(version[0]),
      Minor: Number(version[2]),
      Patch: Number(version[4]),
      CreatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      UpdatedAt: reply.body.CreatedAt,
      Previous: null,
    });
  },
);

test.each([
  ['major', '2.0.0'],
  ['minor', '1.5.0'],
  ['patch', '1.4.3'],
])('a %s increment of 1.4.2 makes %s', async (component, version) => {
  await set(`from-142-${component}`, '1.4.2');
  expect((await increment(`from-142-${component}`, component)).body.Version).toBe(version);
});

test('an increment returns the package as GET does', async () => {
  const reply = await increment('as-get', 'minor');
  const { Previous: _, ...made } = reply.body;
  expect((await app.call('GET', '/api/packages/as-get')).body).toEqual(made);
});

test('a body is neither required nor read', async () => {
  const reply = await app.call('POST', '/api/packages/with-body/increment/patch', {
    body: '{ this is not JSON',
    headers: { 'content-type': 'text/plain' },
  });
  expect(reply.status).toBe(200);
});

test('500 concurrent increments of one slug take 500 consecutive versions, each once in the history', async () => {
  const replies = await Promise.all(
    Array.from({ length: 500 }, (_, call) => increment('shared', COMPONENTS[call % 3]!)),
  );
  expect(replies.map(reply => reply.status)).toEqual(Array<number>(500).fill(200));
  const history = await app.call('GET', '/api/packages/shared/history?limit=1000');
  const changes = (history.body as { Version: string; Component: string }[]).reverse();
  expect(changes).toHaveLength(500);
  expect(changes.map(change => change.Version).sort()).toEqual(
    replies.map(reply => reply.body.Version as string).sort(),
  );
  let version = '0.0.0';
  for (const change of changes) {
    version = next(version, change.Component);
    expect(change.Version).toBe(version);
  }
});

test('concurrent increments of many slugs do not mix their versions', async () => {
  await Promise.all(
    Array.from({ length: 400 }, (_, call) => increment(`apart-${call % 40}`, 'patch')),
  );
  const list = await app.call('GET', '/api/packages?q=apart-&limit=1000');
  expect(list.body.map((each: { Version: string }) => each.Version)).toEqual(
    Array<string>(40).fill('0.0.10'),
  );
});

test('any batch takes the versions that sequential increments would take', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(...COMPONENTS)), {
        minLength: 1,
        maxLength: 25,
      }),
      async calls => {
        round += 1;
        const versions = new Map<string, string>();
        const answers = await Promise.all(
          calls.map(([name, component]) =>
            app.context.increments.submit({
              slug: `${name}-${round}`,
              component: (component[0]!.toUpperCase() + component.slice(1)) as 'Major',
              line: null,
              label: null,
              keyName: 'ci',
              allows: null,
              buildUrl: null,
              commit: null,
              idempotency: null,
              etags: null,
              oncePerCommit: false,
            }),
          ),
        );
        calls.forEach(([name, component], index) => {
          const expected = next(versions.get(name) ?? '0.0.0', component);
          versions.set(name, expected);
          expect((JSON.parse(answers[index]!.body) as { Version: string }).Version).toBe(expected);
        });
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  ['major', '2147483647.4.2'],
  ['minor', '1.2147483647.2'],
  ['patch', '1.4.2147483647'],
])(
  'a %s increment beyond the largest part is refused and changes nothing',
  async (component, full) => {
    const slug = `full-${component}`;
    await set(slug, full);
    const reply = await increment(slug, component);
    expect([reply.status, reply.body.Code]).toEqual([409, 'version-overflow']);
    expect((await app.call('GET', `/api/packages/${slug}/version`)).body).toEqual({
      Version: full,
    });
  },
);

test('an overflow does not affect the other increments of its batch', async () => {
  await set('brim', '0.0.2147483646');
  const replies = await Promise.all([
    increment('beside', 'patch'),
    increment('brim', 'patch'),
    increment('brim', 'patch'),
    increment('brim', 'patch'),
    increment('beside', 'patch'),
  ]);
  expect(replies.map(reply => reply.status).sort()).toEqual([200, 200, 200, 409, 409]);
  expect((await app.call('GET', '/api/packages/brim')).body.Version).toBe('0.0.2147483647');
  expect((await app.call('GET', '/api/packages/beside')).body.Version).toBe('0.0.2');
});

test('an increment that the database rejects does not affect the others of its batch', async () => {
  await app.context.db.pool.query(
    "alter table versioning.package add constraint refused check (slug <> 'refused' or patch < 1)",
  );
  const slugs = ['first', ...Array.from({ length: 20 }, (_, call) => `spared-${call}`)];
  const [refused, ...spared] = await Promise.all(
    ['refused', ...slugs, 'refused'].map(slug => increment(slug, 'patch')),
  );
  expect([refused!.status, spared.pop()!.status]).toEqual([500, 500]);
  expect(spared.map(reply => reply.body.Version)).toEqual(slugs.map(() => '0.0.1'));
});

test('increments never fail while the package is repeatedly deleted', async () => {
  const replies = await Promise.all(
    Array.from({ length: 120 }, (_, call) =>
      call % 4 === 0
        ? app.call('DELETE', '/api/packages/contested')
        : increment('contested', 'patch'),
    ),
  );
  for (const reply of replies) expect([200, 204, 404]).toContain(reply.status);
  expect(replies.filter(reply => reply.status === 200)).toHaveLength(90);
});

/** Returns the next version according to Semantic Versioning 2.0.0, rules 6 to 8. */
function next(version: string, component: string): string {
  const [major, minor, patch] = version.split('.').map(Number) as [number, number, number];
  switch (component.toLowerCase()) {
    case 'major':
      return `${major + 1}.0.0`;
    case 'minor':
      return `${major}.${minor + 1}.0`;
    default:
      return `${major}.${minor}.${patch + 1}`;
  }
}

test('increments whose client has already disconnected are not started', async () => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  // One more than a connection may have pending, so the service closes the connection.
  const requests = Array.from({ length: 11 }, (_, n) =>
    [
      `POST /api/packages/left-${n}/increment/minor HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${app.key}\r\n\r\n`,
    ].join('\r\n'),
  );
  socket.on('error', () => undefined).end(requests.join(''));
  await once(socket.resume(), 'close');
  await app.call('POST', '/api/packages/stayed/increment/minor');
  const { body } = await app.call('GET', '/api/packages?limit=1000');
  const slugs = (body as { Slug: string }[]).map(({ Slug }) => Slug);
  expect(slugs).toContain('stayed');
  expect(slugs.filter(slug => slug.startsWith('left-'))).toEqual([]);
});
