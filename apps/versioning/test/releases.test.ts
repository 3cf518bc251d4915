import path from 'node:path';
import { readStatements } from '@platform/db';
import { connect, createTestDatabase } from '@platform/db/testing';
import { waitUntil } from '@platform/http/testing';
import { explainStatement } from './explain-statement';
import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  // With so many changes that a key without patterns reads those of all packages.
  await app.context.db.pool.query(
    `insert into versioning.package (slug, name, major, minor, patch, revision)
    select 'other-' || number, 'Other', 0, 0, 1, 1000 from generate_series(1, 21) as number`,
  );
});
afterAll(() => app.close());

interface Release {
  readonly Slug: string;
  readonly Version: string;
}

const increment = (slug: string, call: string, headers: Record<string, string> = {}) =>
  app.call('POST', `/api/packages/${slug}/increment/${call}`, { headers });
const builtOf = (commit: string, build = 'https://ci.example.org/1') => ({
  'build-commit': commit,
  'build-url': build,
});
const versionsOf = (body: Release[]) => body.map(({ Slug, Version }) => `${Slug} ${Version}`);

/** Returns the path of a link in the response. */
function linkOf(headers: Headers, relation: string): string | undefined {
  const links = (headers.get('link') ?? '').split(', ');
  return links
    .map(link => /^<(.+)>; rel="(.+)"$/.exec(link)!)
    .find(([, , rel]) => rel === relation)?.[1];
}

describe('a version of a package', () => {
  test('is found with its build, including pre-releases', async () => {
    const commit = 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3';
    await increment('found', 'minor?pre=rc-x', builtOf(commit, 'https://ci.example.org/7'));
    await increment('found', 'minor', builtOf('b94a8fe'));
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const candidate = await app.call('GET', '/api/packages/found/versions/0.1.0-rc-x.1');
    expect(candidate.body).toEqual({
      Version: '0.1.0-rc-x.1',
      Component: 'Minor',
      At: at,
      KeyName: 'ci',
      BuildUrl: 'https://ci.example.org/7',
      Commit: commit,
      State: 'Released',
      Reason: null,
      Previous: null,
    });
    const release = await app.call('GET', '/api/packages/found/versions/0.1.0');
    expect(release.body).toMatchObject({ Version: '0.1.0', Commit: 'b94a8fe' });
  });

  test('that was set again is the change that assigned it', async () => {
    await increment('first', 'minor', builtOf('aaaaaaa'));
    await increment('first', 'minor');
    await app.call('PUT', '/api/packages/first/version', {
      body: { Version: '0.1.0', Force: true },
      headers: builtOf('bbbbbbb'),
    });
    const { body } = await app.call('GET', '/api/packages/first/versions/0.1.0');
    expect(body).toMatchObject({ Component: 'Minor', Commit: 'aaaaaaa' });
  });

  test.each([
    ['nobody/versions/1.0.0', 404, 'package-not-found'],
    ['absent/versions/1.0.0', 404, 'version-not-found'],
    ['absent/versions/0.0.1-rc.1', 404, 'version-not-found'],
    ['absent/versions/0.0.1-rc.2147483647', 404, 'version-not-found'],
    ['absent/versions/0.0.1-rc.2147483648', 400, 'invalid-request'],
    ['absent/versions/0.0.1-rc.0', 400, 'invalid-request'],
    ['absent/versions/0.1', 400, 'invalid-request'],
    ['absent/versions/0.0.1-1.1', 400, 'invalid-request'],
    ['absent/versions/99999999999.0.0', 400, 'invalid-request'],
  ])('%s returns %i %s', async (path, status, code) => {
    await app.call('PUT', '/api/packages/absent/version', {
      body: { Version: '0.0.1', Force: true },
    });
    const reply = await app.call('GET', `/api/packages/${path}`);
    expect([reply.status, reply.body.Code]).toEqual([status, code]);
  });
});

/** Resolves once all current transactions have ended, even in other databases of the server, as the feed waits for them. */
async function settled(): Promise<void> {
  const { pool } = app.context.db;
  const read = async (sql: string) => (await pool.query<{ is: string }>(sql)).rows[0]!.is;
  const now = await read('select pg_current_xact_id()::text as is');
  const hasEnded = `select (pg_snapshot_xmin(pg_current_snapshot()) > '${now}'::xid8)::text as is`;
  await waitUntil(async () => (await read(hasEnded)) === 'true');
}

describe('releases', () => {
  test('of a commit are found by its prefix, across all packages, newest first', async () => {
    const commit = 'c0ffee1234567890';
    await increment('one', 'minor', builtOf(commit));
    await increment('two', 'major?pre=rc', builtOf(commit.toUpperCase()));
    await increment('two', 'major', builtOf('c0ffee2234567890'));
    const { body } = await app.call('GET', `/api/releases?commit=${commit.slice(0, 7)}`);
    expect(body).toMatchObject([
      { Slug: 'two', Version: '1.0.0-rc.1', Component: 'Major', Commit: commit.toUpperCase() },
      { Slug: 'one', Version: '0.1.0', Component: 'Minor', Commit: commit },
    ]);
  });

  test('are those within the access of the key, without sets that assign no version', async () => {
    await increment('team-a-app', 'minor');
    await increment('team-a-app', 'minor');
    await app.call('PUT', '/api/packages/team-a-app/version', {
      body: { Version: '0.1.0', Force: true },
    });
    await increment('team-b-app', 'minor');
    const key = await app.issueKey({ slugPatterns: ['team-a-*'] });
    const { body } = await app.call('GET', '/api/releases', { key });
    expect(versionsOf(body)).toEqual(['team-a-app 0.2.0', 'team-a-app 0.1.0']);
  });

  test.each([
    ['few', 'few', []],
    ['many', 'more', ['other-*']],
  ])('of %s packages exclude slugs outside the access of the key', async (_, name, others) => {
    const slugPatterns = [`${name}-a-*`, `${name}-c-*`, ...others];
    const key = await app.issueKey({ slugPatterns });
    await settled();
    const { headers } = await app.call('GET', '/api/releases?limit=10', { key });
    const slugs = [`${name}-a-x`, `${name}-b-x`, `${name}-c-x`];
    for (const slug of slugs) await increment(slug, 'patch', builtOf('beef1234'));
    await settled();
    const since = linkOf(headers, 'monitor')!;
    for (const path of ['/api/releases', '/api/releases?commit=beef1234', since]) {
      const { body } = await app.call('GET', path, { key });
      expect(versionsOf(body).sort()).toEqual([`${name}-a-x 0.0.1`, `${name}-c-x 0.0.1`]);
    }
    const { body } = await app.call('GET', `/api/releases?slug=${name}-b-x`, { key });
    expect(body).toEqual([]);
  });

  test('are paged to the oldest by after, and polled by since', async () => {
    await settled();
    const start = await app.call('GET', '/api/releases?limit=1');
    for (let patch = 1; patch <= 7; patch++) await increment('paged', 'patch');
    const seen: string[] = [];
    let next: string | undefined = '/api/releases?limit=3';
    while (next && seen.length < 7) {
      const page = await app.call('GET', next);
      seen.push(...versionsOf(page.body));
      next = linkOf(page.headers, 'next');
    }
    expect(seen.slice(0, 7)).toEqual([7, 6, 5, 4, 3, 2, 1].map(patch => `paged 0.0.${patch}`));

    await settled();
    const polled: string[] = [];
    let since = linkOf(start.headers, 'monitor')!.replace('limit=1', 'limit=3');
    for (let poll = 0; poll < 4; poll++) {
      const page = await app.call('GET', since);
      polled.push(...versionsOf(page.body));
      since = linkOf(page.headers, 'monitor')!;
    }
    expect(polled).toEqual([1, 2, 3, 4, 5, 6, 7].map(patch => `paged 0.0.${patch}`));
    await increment('paged', 'patch');
    await settled();
    expect(versionsOf((await app.call('GET', since)).body)).toEqual(['paged 0.0.8']);
  });

  test('of a transaction that commits late follow those read before', async () => {
    const db = connect(app.databaseUrl);
    const late = await db.pool.connect();
    await increment('late', 'minor');
    await settled();
    const start = linkOf((await app.call('GET', '/api/releases')).headers, 'monitor')!;
    await late.query('begin');
    await late.query(
      `insert into versioning.package (slug, name, major, minor, patch, revision) values ('slow', 'slow', 1, 0, 0, 1)`,
    );
    await increment('late', 'minor');
    const blocked = await app.call('GET', start);
    expect(blocked.body).toEqual([]);
    await late.query(
      `insert into versioning.package_change (package_id, revision, component, major, minor, patch, at, key_name)
      select id, 1, 'Major', 1, 0, 0, now(), 'late' from versioning.package where slug = 'slow'`,
    );
    await increment('late', 'minor');
    await late.query('commit');
    late.release();
    await db.close();
    await settled();
    const { body } = await app.call('GET', linkOf(blocked.headers, 'monitor')!);
    expect(versionsOf(body)).toEqual(['slow 1.0.0', 'late 0.2.0', 'late 0.3.0']);
  });

  test('of one transaction are paged without repetition', async () => {
    await increment('together', 'minor');
    await settled();
    let since = linkOf((await app.call('GET', '/api/releases?limit=2')).headers, 'monitor')!;
    const db = connect(app.databaseUrl);
    await db.pool.query(
      `insert into versioning.package_change (package_id, revision, component, major, minor, patch, at, key_name)
      select id, minor, 'Minor', 0, minor, 0, now(), 'ci'
      from (select id from versioning.package where slug = 'together') as package, generate_series(2, 4) as minor`,
    );
    await db.close();
    await settled();
    const polled: string[][] = [];
    for (let poll = 0; poll < 3; poll++) {
      const page = await app.call('GET', since);
      polled.push(versionsOf(page.body));
      since = linkOf(page.headers, 'monitor')!;
    }
    expect(polled).toEqual([['together 0.2.0', 'together 0.3.0'], ['together 0.4.0'], []]);
  });

  test('after a cursor are found after a restore into a cluster with younger transactions', async () => {
    const restored = await startTestApp();
    const call = (slug: string) => restored.call('POST', `/api/packages/${slug}/increment/minor`);
    await call('before');
    await settled();
    // Like rows restored from a cluster that was a billion transactions ahead.
    const db = connect(restored.databaseUrl);
    await db.pool.query('update versioning.package_change set position = position + 1000000000');
    const cursor = linkOf((await restored.call('GET', '/api/releases')).headers, 'monitor')!;
    await db.pool.query(`select setval('versioning.position_origin', 0)`);
    await call('after');
    await restored.call('PUT', '/api/packages/set/version', { body: { Version: '2.0.0' } });
    await settled();
    const { body } = await restored.call('GET', cursor);
    expect(versionsOf(body)).toEqual(['after 0.1.0', 'set 2.0.0']);
    const newest = await restored.call('GET', '/api/releases');
    expect(versionsOf(newest.body)).toEqual(['set 2.0.0', 'after 0.1.0', 'before 0.1.0']);
    await db.close();
    await restored.close();
  });

  test.each([
    ['newest first', { direction: -1, position: 0, lastPosition: 2 ** 40 }],
    ['after a cursor', { direction: 1, position: 1_000, lastPosition: 2 ** 40 }],
  ])(
    '%s are read until the page is full, even if the planner expects few packages',
    async (_, page) => {
      const sql = readStatements(path.join(__dirname, '../src/packages'), 'releases.sql');
      const large = await createTestDatabase();
      const db = connect(large.url);
      await db.pool.query(
        `insert into versioning.package (slug, name, major, minor, patch, revision)
      select 'package-' || number, 'Package', 0, 200, 0, 1000 from generate_series(1, 50) as number;
      insert into versioning.package_change
        (package_id, revision, component, major, minor, patch, at, key_name, position)
      select id, number, 'Minor', 0, number, 0, now(), 'ci', number * 50 + id
      from generate_series(1, 200) as number, versioning.package`,
      );
      const { rows, blocks } = await explainStatement(db, sql('list-releases'), {
        ...{ from: '', before: '~', lows: [''], highs: ['~'], commit: null, limit: 11, ...page },
        ...{ packageId: 0, revision: 0, lastPackageId: 0, lastRevision: 0 },
      });
      await db.close();
      await large.drop();
      expect(rows).toBe(11);
      expect(blocks).toBeLessThan(200);
    },
  );

  test.each([
    'limit=0',
    'limit=1001',
    'commit=abc',
    'commit=xyzxyzx',
    'after=nonsense',
    'since=nonsense',
    'since=MS4x',
    'page=2',
  ])('?%s is refused by its name', async query => {
    const reply = await app.call('GET', `/api/releases?${query}`);
    expect([reply.status, reply.body.Code]).toEqual([400, 'invalid-request']);
    expect(reply.body.Detail).toContain(query.split('=')[0]!);
  });

  test('do not accept since with after or commit', async () => {
    const reply = await app.call('GET', '/api/releases?since=MS4xLjE&commit=abcdef0');
    expect([reply.status, reply.body.Code]).toEqual([400, 'invalid-request']);
  });
});
