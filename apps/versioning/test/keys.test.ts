import { startTestApp, type TestApp } from './start-test-app';

const bootstrap = 'b'.repeat(32);
const FORM = 'must be a date and time with an offset, such as 2026-01-01T00:00:00Z';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    VERSIONING_API_KEYS: bootstrap,
    TRUSTED_ISSUERS: JSON.stringify([
      {
        Name: 'github',
        Issuer: 'https://issuer.example.org',
        Audience: 'versioning',
        Claims: { repository: 'acme/*' },
        Scopes: ['read'],
        Slugs: ['*'],
      },
    ]),
  });
});
afterAll(() => app.close());

const soon = () => new Date(Date.now() + 3_600_000);
const issue = (body: object, key = bootstrap) => app.call('POST', '/api/keys', { key, body });
const rotate = (id: string, body?: object, key = bootstrap) =>
  app.call('POST', `/api/keys/${id}/rotate`, { key, body });
const revoke = (id: string, key = bootstrap) => app.call('DELETE', `/api/keys/${id}`, { key });
const list = async (key = bootstrap) => (await app.call('GET', '/api/keys', { key })).body;
const statusOf = async (key: string, path = '/api/packages') =>
  (await app.call('GET', path, { key })).status;
let named = 0;
const newName = () => `key ${++named}`;
const teamManager = () =>
  app.issueKey({
    scopes: ['read', 'write', 'keys'],
    slugPatterns: ['team-a-*'],
  });

test('a key is issued, works, and is shown once', async () => {
  const expiresAt = soon().toISOString();
  const { status, body, headers } = await issue({
    Name: ' team a ',
    Scopes: ['read', 'write'],
    Slugs: ['team-a-*', 'shop'],
    ExpiresAt: expiresAt,
  });
  expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
  const { Key: key, ...record } = body;
  expect(record).toEqual({
    Id: expect.stringMatching(/^\d+$/),
    Name: 'team a',
    Prefix: key.slice(0, 17),
    Scopes: ['read', 'write'],
    Slugs: ['team-a-*', 'shop'],
    Allows: null,
    CreatedBy: 'bootstrap-1',
    CreatedAt: expect.any(String),
    ExpiresAt: expiresAt,
    LastUsedAt: null,
  });
  for (const slug of ['team-a-api', 'shop']) {
    const path = `/api/packages/${slug}/increment/patch`;
    expect((await app.call('POST', path, { key })).status).toBe(200);
  }
  expect((await app.call('POST', '/api/packages/shop-2/increment/patch', { key })).status).toBe(
    403,
  );
  await app.call('POST', '/api/packages/shop-2/increment/patch');
  const listed = await app.call('GET', '/api/packages', { key });
  expect(listed.body.map(({ Slug }: { Slug: string }) => Slug)).toEqual(['shop', 'team-a-api']);
  const releases = await app.call('GET', '/api/releases', { key });
  expect(releases.body.map(({ Slug }: { Slug: string }) => Slug)).toEqual(['shop', 'team-a-api']);
  const found = (await list()).find(({ Id }: { Id: string }) => Id === record.Id);
  expect(found).toEqual({ ...record, LastUsedAt: expect.any(String) });
});

test.each([
  ['a name of blanks', { Name: ' ', Scopes: ['read'] }, 'Name'],
  ['no scope', { Name: 'a', Scopes: [] }, 'Scopes'],
  ['an unknown scope', { Name: 'a', Scopes: ['fly'] }, 'Scopes'],
  ['an invalid pattern', { Name: 'a', Scopes: ['read'], Slugs: ['*-a'] }, 'Slugs'],
  ['a slug that is too long', { Name: 'a', Scopes: ['read'], Slugs: ['a'.repeat(101)] }, 'Slugs'],
  [
    'a time that has passed',
    { Name: 'a', Scopes: ['read'], ExpiresAt: '2020-01-01T00:00:00Z' },
    'ExpiresAt',
  ],
  ['an unknown property', { Name: 'a', Scopes: ['read'], Slug: 'a' }, 'Slug'],
  ['no name', { Name: null, Scopes: ['read'] }, 'Name'],
])('%s is refused', async (_, body, field) => {
  const { status, body: problem } = await issue(body);
  expect([status, problem.Code]).toEqual([400, 'invalid-request']);
  expect(problem.Detail).toContain(field);
});

test.each([
  ['a time without an offset', '2099-06-01T12:00:00', FORM],
  ['a day', '2099-06-01', FORM],
  ['words', 'tomorrow', FORM],
  ['an invalid date', '2099-02-30T12:00:00Z', 'is not a valid date'],
  [
    'a year past 9999 in UTC',
    '9999-12-31T23:00:00-02:00',
    'must be within the years 1 to 9999 in UTC',
  ],
])('the ExpiresAt %s is refused with the reason', async (_, expiresAt, message) => {
  const { status, body } = await issue({ Name: 'a', Scopes: ['read'], ExpiresAt: expiresAt });
  expect([status, body.Code]).toEqual([400, 'invalid-request']);
  expect(body.Detail).toBe(`ExpiresAt ${message}.`);
});

test('ExpiresAt is read with its offset', async () => {
  const { body } = await issue({
    Name: newName(),
    Scopes: ['read'],
    ExpiresAt: '2099-06-01T12:00:00+02:00',
  });
  expect(body.ExpiresAt).toBe('2099-06-01T10:00:00.000Z');
});

test('an Idempotency-Key is refused, and no key is issued', async () => {
  const before = (await list()).length;
  const reply = await app.call('POST', '/api/keys', {
    key: bootstrap,
    body: { Name: newName(), Scopes: ['read'] },
    headers: { 'Idempotency-Key': 'one' },
  });
  expect([reply.status, reply.body.Code]).toEqual([400, 'invalid-request']);
  expect(await list()).toHaveLength(before);
});

test('every operation on keys requires the scope keys', async () => {
  const key = await app.issueKey();
  const replies = await Promise.all([
    app.call('GET', '/api/keys', { key }),
    issue({ Name: newName(), Scopes: ['read'] }, key),
    rotate('1', {}, key),
    revoke('1', key),
    app.call('GET', '/api/audit-events', { key }),
  ]);
  expect(replies.map(({ status, body }) => [status, body.Code])).toEqual(
    replies.map(() => [403, 'key-scope']),
  );
});

describe('a key grants at most its own access', () => {
  test.each([
    ['another scope', { Scopes: ['delete'] }],
    ['other slugs', { Slugs: ['team-b-*'] }],
    ['more slugs', { Slugs: ['team-*'] }],
    ['one slug too many', { Slugs: ['team-a-api', 'shop'] }],
  ])('%s is refused', async (_, more) => {
    const reply = await issue({ Name: newName(), Scopes: ['read'], ...more }, await teamManager());
    expect([reply.status, reply.body.Code]).toEqual([403, 'key-scope']);
  });

  test("a later expiry is refused, and an omitted one is the key's own", async () => {
    const expiresAt = soon();
    const key = await app.issueKey({ scopes: ['read', 'keys'], expiresAt });
    const later = new Date(expiresAt.getTime() + 1).toISOString();
    expect((await issue({ Name: newName(), Scopes: ['read'], ExpiresAt: later }, key)).status).toBe(
      403,
    );
    const { body } = await issue({ Name: newName(), Scopes: ['read'] }, key);
    expect(body.ExpiresAt).toBe(expiresAt.toISOString());
  });

  test("omitted slugs are the key's own, and narrower ones are accepted", async () => {
    const manager = await teamManager();
    expect((await issue({ Name: newName(), Scopes: ['read'] }, manager)).body.Slugs).toEqual([
      'team-a-*',
    ]);
    const narrow = await issue(
      { Name: newName(), Scopes: ['read'], Slugs: ['team-a-x*'] },
      manager,
    );
    expect(narrow.status).toBe(201);
  });

  test('null means every slug or no expiry, as in responses, and is refused for a limited key', async () => {
    const everything = { Scopes: ['read'], Slugs: null, ExpiresAt: null };
    const { status, body } = await issue({ Name: newName(), ...everything });
    expect([status, body.Slugs, body.ExpiresAt]).toEqual([201, null, null]);
    const ending = await app.issueKey({ scopes: ['read', 'keys'], expiresAt: soon() });
    for (const key of [await teamManager(), ending]) {
      expect((await issue({ Name: newName(), ...everything }, key)).body.Code).toBe('key-scope');
    }
  });

  test('a key lists and revokes only keys within its own access', async () => {
    const manager = await teamManager();
    const within = (await issue({ Name: newName(), Scopes: ['read'], Slugs: ['team-a-x'] })).body
      .Id;
    const beyond = (await issue({ Name: newName(), Scopes: ['read'] })).body.Id;
    const ids = (await list(manager)).map(({ Id }: { Id: string }) => Id);
    expect([ids.includes(within), ids.includes(beyond)]).toEqual([true, false]);
    expect((await revoke(beyond, manager)).body.Code).toBe('key-scope');
    expect((await revoke(within, manager)).status).toBe(204);
  });
});

test('revoking a key revokes the keys that it issued', async () => {
  const manager = (await issue({ Name: newName(), Scopes: ['read', 'keys'] })).body;
  const middle = (await issue({ Name: newName(), Scopes: ['read', 'keys'] }, manager.Key)).body;
  const last = (await issue({ Name: newName(), Scopes: ['read'] }, middle.Key)).body;
  expect(await statusOf(last.Key)).toBe(200);
  expect((await revoke(manager.Id)).status).toBe(204);
  expect(await Promise.all([manager, middle, last].map(({ Key }) => statusOf(Key)))).toEqual([
    401, 401, 401,
  ]);
});

test('a key issued while its issuer is being revoked does not work afterwards', async () => {
  const manager = (await issue({ Name: 'leaving', Scopes: ['read', 'keys'] })).body;
  const issuing = Array.from({ length: 20 }, (_, index) =>
    issue({ Name: `late ${index}`, Scopes: ['read'] }, manager.Key),
  );
  const [revoked, ...replies] = await Promise.all([revoke(manager.Id), ...issuing]);
  expect(revoked.status).toBe(204);
  const keys = replies.flatMap(({ body }) => (body.Key ? [body.Key as string] : []));
  for (const key of keys) expect(await statusOf(key)).toBe(401);
  expect((await list()).filter(({ Name }: { Name: string }) => Name.startsWith('late'))).toEqual(
    [],
  );
});

describe('rotation', () => {
  const path = '/api/packages/rotating/increment/patch';
  const once = (key: string) =>
    app.call('POST', path, { key, headers: { 'Idempotency-Key': 'build-1' } });

  test('issues a new secret for the same ID, which keeps its idempotency records', async () => {
    const first = (await issue({ Name: 'rotating', Scopes: ['read', 'write'] })).body;
    const taken = await once(first.Key);
    const { status, body: second, headers } = await rotate(first.Id);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(second).toMatchObject({ Id: first.Id, Name: 'rotating', CreatedAt: first.CreatedAt });
    expect(second.Key).not.toBe(first.Key);
    for (const key of [first.Key, second.Key]) {
      const again = await once(key);
      expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([taken.text, 'true']);
    }
    const third = (await rotate(first.Id)).body;
    expect(await Promise.all([first, second, third].map(({ Key }) => statusOf(Key)))).toEqual([
      401, 200, 200,
    ]);
    expect((await once(third.Key)).text).toBe(taken.text);
  });

  test('without an overlap, the previous secret is refused immediately', async () => {
    const { Id, Key } = (await issue({ Name: newName(), Scopes: ['read'] })).body;
    const rotated = await rotate(Id, { OverlapSeconds: 0 });
    expect([await statusOf(Key), await statusOf(rotated.body.Key)]).toEqual([401, 200]);
  });

  test('is refused for a key that has expired, whose new secret would be refused, too', async () => {
    const [name, expiresAt] = [newName(), soon().toISOString()];
    const { Id } = (await issue({ Name: name, Scopes: ['read'], ExpiresAt: expiresAt })).body;
    await app.context.db.prisma.apiKey.update({
      where: { id: Number(Id) },
      data: { expiresAt: new Date() },
    });
    const { status, body } = await rotate(Id);
    expect([status, body.Code]).toEqual([404, 'key-not-found']);
    expect((await revoke(Id)).status).toBe(204);
  });

  test('the previous secret is refused after the overlap', async () => {
    const { Id, Key } = (await issue({ Name: newName(), Scopes: ['read'] })).body;
    await rotate(Id, { OverlapSeconds: 604_800 });
    expect(await statusOf(Key)).toBe(200);
    await app.context.db.prisma.apiKey.update({
      where: { id: Number(Id) },
      data: { previousUntil: new Date() },
    });
    expect(await statusOf(Key)).toBe(401);
  });

  test('a malformed overlap is refused in a sentence that quotes it once', async () => {
    const rotated = await rotate('1', { OverlapSeconds: 1.5 });
    expect(rotated.body.Detail).toBe('OverlapSeconds must be a whole number from 0 to 604800.');
  });

  test('the overlap is at most a week', async () => {
    const reply = await rotate('1', { OverlapSeconds: 604_801 });
    expect([reply.status, reply.body.Code]).toEqual([400, 'invalid-request']);
  });

  test('is allowed for the key itself and its direct and indirect issues, and for no other key', async () => {
    const manager = (await issue({ Name: newName(), Scopes: ['read', 'keys'] })).body;
    const child = (await issue({ Name: newName(), Scopes: ['read', 'keys'] }, manager.Key)).body;
    const grandchild = (await issue({ Name: newName(), Scopes: ['read'] }, child.Key)).body;
    const other = (await issue({ Name: newName(), Scopes: ['read'] })).body;
    // A key rotates itself last, because a second rotation would end its overlap.
    const codes = async (key: string, keys: { Id: string }[]) => {
      const found: string[] = [];
      for (const { Id } of keys) found.push((await rotate(Id, {}, key)).body.Code ?? 'rotated');
      return found;
    };
    const scope = 'key-scope';
    expect(await codes(manager.Key, [other, grandchild, child, manager])).toEqual([
      scope,
      'rotated',
      'rotated',
      'rotated',
    ]);
    expect(await codes(child.Key, [other, manager, grandchild, child])).toEqual([
      scope,
      scope,
      'rotated',
      'rotated',
    ]);
    expect(await codes(bootstrap, [other, manager, grandchild, child])).toEqual([
      'rotated',
      'rotated',
      'rotated',
      'rotated',
    ]);
  });

  test('leaves no working secret of a revoked key', async () => {
    const leaked = (await issue({ Name: newName(), Scopes: ['read', 'keys'] })).body;
    const child = (await issue({ Name: newName(), Scopes: ['read', 'keys'] }, leaked.Key)).body;
    const other = (await issue({ Name: newName(), Scopes: ['read'] })).body;
    const rotations = [
      await rotate(other.Id, { OverlapSeconds: 604_800 }, leaked.Key),
      await rotate(child.Id, {}, child.Key),
      await rotate(leaked.Id, {}, leaked.Key),
    ];
    expect(rotations.map(({ status }) => status)).toEqual([403, 200, 200]);
    expect((await revoke(leaked.Id)).status).toBe(204);
    const [, ofChild, own] = rotations.map(({ body }) => body.Key as string);
    for (const key of [leaked.Key, own, child.Key, ofChild]) expect(await statusOf(key)).toBe(401);
    expect(await statusOf(other.Key)).toBe(200);
    expect((await rotate(child.Id)).status).toBe(404);
  });

  test('of a key by itself does not revoke the keys that it issued', async () => {
    const manager = (await issue({ Name: newName(), Scopes: ['read', 'keys'] })).body;
    const child = (await issue({ Name: newName(), Scopes: ['read'] }, manager.Key)).body;
    const rotated = await rotate(manager.Id, { OverlapSeconds: 0 }, manager.Key);
    expect([await statusOf(rotated.body.Key), await statusOf(child.Key)]).toEqual([200, 200]);
  });
});

test('a bootstrap key cannot be rotated or revoked', async () => {
  for (const reply of [await rotate('bootstrap-1'), await revoke('bootstrap-1')]) {
    expect([reply.status, reply.body.Code]).toEqual([409, 'key-fixed']);
  }
});

test.each([
  'bootstrap-1',
  'bootstrap-99',
  'Bootstrap-1',
  'command line',
  'Command Line',
  'advance',
  'github: repo:acme/shop:ref:refs/heads/main',
  'GitHub: x',
  'command\u00a0line',
  'boot\u200bstrap\u20111',
])('a key cannot have the name %s, which the service uses', async name => {
  const { status, body } = await issue(
    { Name: name, Scopes: ['read'], Slugs: ['team-a-x'] },
    await teamManager(),
  );
  expect([status, body.Code]).toEqual([400, 'invalid-request']);
  expect(body.Detail).toMatch(/^Name must be different/);
});

test.each(['bootstrap', 'github', 'github-ci', 'gitlab: main', 'advance party'])(
  'a key can have the name %s',
  async name => {
    expect((await issue({ Name: name, Scopes: ['read'] })).status).toBe(201);
  },
);

describe('a name belongs to one active key', () => {
  const codeOf = async (Name: string) => {
    const { status, body } = await issue({ Name, Scopes: ['read'] });
    return [status, body.Code ?? null, body.Detail ?? null];
  };
  const taken = [
    400,
    'invalid-request',
    'Name must be different: a key that is in use is named build one-a.',
  ];

  test('ignoring case, invisible characters, and kinds of spaces and hyphens', async () => {
    const { Id } = (await issue({ Name: 'build one-a', Scopes: ['read'] })).body;
    const alike = [
      'build one-a',
      'Build ONE-A',
      'build\u00a0one-a',
      'build one\u2011a',
      'build\u200b one-a\u2060',
      'ｂuild\u2003one-a',
    ];
    expect(await Promise.all(alike.map(codeOf))).toEqual(alike.map(() => taken));
    expect(await codeOf('build one-b')).toEqual([201, null, null]);
    await revoke(Id);
    expect(await codeOf('build one-a')).toEqual([201, null, null]);
  });

  test('even if it is issued concurrently', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => codeOf('simultaneous')));
    expect(replies.map(([status]) => status).sort()).toEqual([201, ...Array<number>(9).fill(400)]);
  });

  test('and is available once that key has expired', async () => {
    await app.issueKey({ name: 'expired', expiresAt: new Date(Date.now() - 1) });
    expect(await codeOf('expired')).toEqual([201, null, null]);
  });
});

test.each(['9999999999', '2147483647', 'bootstrap-2', 'bootstrap-9'])(
  'the key %s is not found',
  async id => {
    for (const reply of [await rotate(id), await revoke(id)]) {
      expect([reply.status, reply.body.Code]).toEqual([404, 'key-not-found']);
    }
  },
);

test('a revoked key is not found', async () => {
  const { Id } = (await issue({ Name: 'gone', Scopes: ['read'] })).body;
  expect((await revoke(Id)).status).toBe(204);
  expect((await revoke(Id)).status).toBe(404);
  expect((await rotate(Id)).status).toBe(404);
});

describe('audit events', () => {
  const events = async (key = bootstrap, query = '') =>
    app.call('GET', `/api/audit-events${query}`, { key });

  test('include every issue, rotation, revocation and refusal of a key', async () => {
    const { Id, Key } = (await issue({ Name: 'told', Scopes: ['read'], Slugs: ['told'] })).body;
    await app.call('POST', '/api/packages/told/increment/patch', { key: Key });
    await app.call('POST', '/api/packages/told/increment/patch', { key: Key });
    await rotate(Id);
    await revoke(Id);
    const all = (await events()).body.filter(({ KeyId }: { KeyId: string }) => KeyId === Id);
    expect(all.map(({ Kind, Actor, Detail }: any) => [Kind, Actor, Detail])).toEqual([
      ['KeyRevoked', 'bootstrap-1', null],
      ['KeyRotated', 'bootstrap-1', 'the former secret works for 3600 s'],
      ['KeyRefused', 'told', expect.stringContaining('this call needs write')],
      ['KeyIssued', 'bootstrap-1', 'read; told; no expiry'],
    ]);
    expect(JSON.stringify(all)).not.toContain(Key);
  });

  test('identify the key that issued, rotated or revoked another by its ID', async () => {
    const manager = (await issue({ Name: newName(), Scopes: ['read', 'keys'] })).body;
    const { Id } = (await issue({ Name: newName(), Scopes: ['read'] }, manager.Key)).body;
    await rotate(Id, {}, manager.Key);
    await revoke(Id, manager.Key);
    const all = (await events()).body.filter(({ KeyId }: { KeyId: string }) => KeyId === Id);
    expect(all).toMatchObject(
      ['KeyRevoked', 'KeyRotated', 'KeyIssued'].map(Kind => ({
        Kind,
        Actor: manager.Name,
        ActorId: manager.Id,
      })),
    );
  });

  test('include the refusal to create a package outside the access of the key', async () => {
    const { Id, Key } = (await issue({ Name: 'creator', Scopes: ['write'], Slugs: ['team-a-*'] }))
      .body;
    const reply = await app.call('POST', '/api/packages', { key: Key, body: { Slug: 'shop-9' } });
    expect(reply.status).toBe(403);
    const [newest] = (await events()).body;
    expect(newest).toMatchObject({ Kind: 'KeyRefused', KeyId: Id, Detail: reply.body.Detail });
  });

  test('include each use of an expired key', async () => {
    const key = await app.issueKey({ name: 'former', expiresAt: new Date(Date.now() - 1) });
    const reply = await app.call('GET', '/api/packages', { key });
    const [newest] = (await events()).body;
    expect(newest).toMatchObject({ KeyName: 'former', Actor: 'former', Detail: reply.body.Detail });
    expect(newest.Kind).toBe('KeyRefused');
  });

  test('are paged from the newest to the oldest', async () => {
    const seen: string[] = [];
    let query: string | undefined = '?limit=3';
    while (query !== undefined) {
      const { body, headers } = await events(bootstrap, query);
      seen.push(...body.map(({ Id }: { Id: string }) => Id));
      query = /\/api\/audit-events(\?[^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    const whole = (await events(bootstrap, '?limit=1000')).body;
    expect(seen).toEqual(whole.map(({ Id }: { Id: string }) => Id));
    expect(seen.length).toBeGreaterThan(3);
  });

  test('for a limited key are those of keys within its own access', async () => {
    const manager = await teamManager();
    await issue({ Name: 'mine', Scopes: ['read'], Slugs: ['team-a-x'] });
    await issue({ Name: 'theirs', Scopes: ['read'], Slugs: ['team-b-x'] });
    const names = (await events(manager)).body.map(({ KeyName }: { KeyName: string }) => KeyName);
    expect(names).toContain('mine');
    expect(names).not.toContain('theirs');
  });
});
