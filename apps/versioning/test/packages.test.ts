import { waitUntil } from '@platform/http/testing';
import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const create = (body: unknown) => app.call('POST', '/api/packages', { body });

test('a package is created at 0.0.1, with its location', async () => {
  const reply = await create({ Slug: 'billing-api', Name: 'Billing API' });
  expect(reply.status).toBe(201);
  expect(reply.headers.get('location')).toBe('/api/packages/billing-api');
  expect(reply.body).toMatchObject({
    Slug: 'billing-api',
    Name: 'Billing API',
    Version: '0.0.1',
    Major: 0,
    Minor: 0,
    Patch: 1,
  });
  expect(Object.keys(reply.body)).toEqual([
    'Slug',
    'Name',
    'Version',
    'Major',
    'Minor',
    'Patch',
    'CreatedAt',
    'UpdatedAt',
  ]);
});

test('the name defaults to the slug, and is trimmed', async () => {
  expect((await create({ Slug: 'nameless' })).body.Name).toBe('nameless');
  expect((await create({ Slug: 'spaced', Name: '  Ünïcode 名前  ' })).body.Name).toBe(
    'Ünïcode 名前',
  );
});

test('property names match in any case', async () => {
  expect((await create({ slug: 'lower', NAME: 'Upper' })).body).toMatchObject({
    Slug: 'lower',
    Name: 'Upper',
  });
});

test('slugs are case-sensitive', async () => {
  await create({ Slug: 'Case' });
  expect((await create({ Slug: 'case' })).status).toBe(201);
});

test('a slug that exists is refused', async () => {
  await create({ Slug: 'twice' });
  const reply = await create({ Slug: 'twice' });
  expect([reply.status, reply.body.Code]).toEqual([409, 'package-exists']);
});

test('50 concurrent creations of one slug create one package', async () => {
  const replies = await Promise.all(Array.from({ length: 50 }, () => create({ Slug: 'raced' })));
  expect(replies.map(reply => reply.status).sort()).toEqual([201, ...Array<number>(49).fill(409)]);
});

test('a package is read by its slug, percent-encoded or not', async () => {
  await create({ Slug: 'a.b-c' });
  expect((await app.call('GET', '/api/packages/a.b-c')).body.Slug).toBe('a.b-c');
  expect((await app.call('GET', '/api/packages/a%2Eb%2Dc')).body.Slug).toBe('a.b-c');
});

test('a deletion also deletes the history, and the package starts over', async () => {
  await app.call('POST', '/api/packages/gone/increment/major');
  const deletion = await app.call('DELETE', '/api/packages/gone');
  expect([deletion.status, deletion.text]).toEqual([204, '']);
  expect((await app.call('GET', '/api/packages/gone')).status).toBe(404);
  expect((await create({ Slug: 'gone' })).body.Version).toBe('0.0.1');
  expect((await app.call('GET', '/api/packages/gone/history')).body).toHaveLength(1);
});

test('a deletion is logged with the key', async () => {
  await create({ Slug: 'logged' });
  const info = jest.spyOn(app.context.log, 'info');
  await app.call('DELETE', '/api/packages/logged');
  expect(info).toHaveBeenCalledWith({ slug: 'logged', key: 'ci' }, 'package deleted');
});

describe('the list', () => {
  let own: TestApp;
  const slugs = ['B', 'Z9', 'a', 'a-b', 'a.c', 'a1', 'a_d', 'b', 'z'];
  beforeAll(async () => {
    own = await startTestApp();
    for (const Slug of [...slugs].reverse()) {
      await own.call('POST', '/api/packages', { body: { Slug, Name: `Package ${Slug} 100%_x` } });
    }
  });
  afterAll(() => own.close());
  const list = async (query: string) =>
    (await own.call('GET', `/api/packages${query}`)).body.map(
      (each: { Slug: string }) => each.Slug,
    );

  test('contains every package in byte order of slugs', async () => {
    expect(await list('')).toEqual(slugs);
  });

  test('is an empty array without packages', async () => {
    expect(await list('?q=nothing-like-it')).toEqual([]);
    expect(await list('?q=nothing-like-it&limit=5')).toEqual([]);
  });

  test('pages by limit and after, following Link to the end', async () => {
    const seen: string[] = [];
    let path: string | undefined = '/api/packages?limit=2';
    while (path) {
      const reply = await own.call('GET', path);
      expect(reply.body.length).toBeLessThanOrEqual(2);
      seen.push(...reply.body.map((each: { Slug: string }) => each.Slug));
      path = /^<(.+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(slugs);
  });

  test('has no next page after a full last page', async () => {
    const reply = await own.call('GET', `/api/packages?limit=${slugs.length}`);
    expect(reply.body).toHaveLength(slugs.length);
    expect(reply.headers.get('link')).toBeNull();
  });

  test('continues after a deleted slug, with and without a limit', async () => {
    expect(await list('?after=a-zz')).toEqual(['a.c', 'a1', 'a_d', 'b', 'z']);
  });

  test('filters by slug or name in any case, and treats % and _ as characters', async () => {
    expect(await list('?q=PACKAGE%20a-')).toEqual(['a-b']);
    expect(await list('?q=a_')).toEqual(['a_d']);
    expect(await list('?q=100%25_')).toEqual(slugs);
    expect(await list('?q=1%25')).toEqual([]);
    await own.call('POST', '/api/packages', { body: { Slug: 'doctors', Name: 'Ärzte' } });
    expect(await list('?q=%C3%A4RZTE')).toEqual(['doctors']);
    await own.call('DELETE', '/api/packages/doctors');
  });

  test('keeps the filter across pages', async () => {
    const reply = await own.call('GET', '/api/packages?q=a&limit=1');
    expect(reply.headers.get('link')).toBe('</api/packages?limit=1&q=a&after=B>; rel="next"');
  });
});

test('slow readers of a long list do not delay increments', async () => {
  const own = await startTestApp({ DATABASE_POOL_SIZE: '2' });
  await own.context.db.pool.query(`
    insert into versioning.package (slug, name, major, minor, patch, revision)
    select 'package-' || n, repeat('n', 200), 0, 0, 1, 1 from generate_series(1, 50000) as n`);
  const leaving = new AbortController();
  const slow = await Promise.all(
    Array.from({ length: 4 }, () =>
      fetch(`${own.url}/api/packages`, {
        headers: { authorization: `Bearer ${own.key}` },
        signal: leaving.signal,
      }),
    ),
  );
  expect(slow.map(response => response.status)).toEqual([200, 200, 200, 200]);
  const refused = await own.call('GET', '/api/packages?q=quick');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await own.call('POST', '/api/packages/quick/increment/patch')).status).toBe(200);
  leaving.abort();
  await waitUntil(async () => (await own.call('GET', '/api/packages?q=quick')).status === 200);
  await own.close();
});
