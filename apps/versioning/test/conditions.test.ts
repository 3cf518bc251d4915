import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const COMMIT = '8d0f2b6c9e4a7f10aa55bb66cc77dd88ee99ff00';

const increment = (call: string, headers: Record<string, string> = {}) =>
  app.call('POST', `/api/packages/${call}`, { headers });

describe('If-Match on an increment', () => {
  test('requires an existing package, so that a mistyped slug creates none', async () => {
    const reply = await increment('shop-typo/increment/patch', { 'If-Match': '*' });
    expect([reply.status, reply.body.Code]).toEqual([404, 'package-not-found']);
    expect((await app.call('GET', '/api/packages/shop-typo')).status).toBe(404);
    const body = { Version: '1.0.0' };
    const set = await app.call('PUT', '/api/packages/shop-typo/version', {
      body,
      headers: { 'If-Match': '*' },
    });
    expect([set.status, set.body.Code]).toEqual([404, 'package-not-found']);
    await increment('shop/increment/patch');
    expect((await increment('shop/increment/patch', { 'If-Match': '*' })).body.Version).toBe(
      '0.0.2',
    );
  });

  test('requires every package of a batch', async () => {
    await increment('known/increment/patch');
    const Items = ['known', 'known-typo'].map(Slug => ({ Slug, Component: 'Patch' }));
    const take = (body: object) =>
      app.call('POST', '/api/increments', { body, headers: { 'If-Match': '*' } });
    expect((await take({ Items })).body.Code).toBe('package-not-found');
    expect((await take({ Items: Items.slice(0, 1) })).body.Items[0].Version).toBe('0.0.2');
  });

  test('takes the next version only if the tag is current, even if a proxy has weakened it', async () => {
    await increment('tagged/increment/minor');
    const tagOf = async () =>
      (await app.call('GET', '/api/packages/tagged/version')).headers.get('etag')!;
    const tag = await tagOf();
    const replies = await Promise.all(
      [1, 2, 3].map(() => increment('tagged/increment/patch', { 'If-Match': `W/${tag}` })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const before = await tagOf();
    expect((await increment('tagged/increment/minor?pre=rc', { 'If-Match': before })).status).toBe(
      200,
    );
    expect(await tagOf()).toBe(before);
  });
});

describe('once=commit', () => {
  test('requires the commit', async () => {
    const reply = await increment('one/increment/patch?once=commit');
    expect([reply.status, reply.body.Detail]).toEqual([
      400,
      'once requires the header Build-Commit.',
    ]);
  });

  test('gives a commit one version, whatever its case, key and number of calls', async () => {
    const first = await increment('one/increment/minor?once=commit', { 'Build-Commit': COMMIT });
    expect([first.body.Version, first.headers.get('once-replayed')]).toEqual(['0.1.0', null]);
    await increment('one/increment/minor');
    const again = await increment('one/increment/minor?once=commit', {
      'Build-Commit': COMMIT.toUpperCase(),
    });
    expect([again.body.Version, again.headers.get('once-replayed')]).toEqual(['0.1.0', 'commit']);
    expect(again.body).toEqual({ ...first.body, UpdatedAt: expect.any(String) });
    const other = await increment('one/increment/minor?once=commit', {
      'Build-Commit': `${COMMIT}1`,
    });
    expect(other.body.Version).toBe('0.3.0');
  });

  test('a version of a higher component is also the answer for a lower one, within its line and label', async () => {
    const take = async (call: string) =>
      (await increment(`kinds/increment/${call}once=commit`, { 'Build-Commit': COMMIT })).body
        .Version;
    expect(await take('patch?')).toBe('0.0.1');
    expect(await take('minor?')).toBe('0.1.0');
    expect(await take('patch?')).toBe('0.1.0');
    expect(await take('major?')).toBe('1.0.0');
    expect(await take('minor?pre=rc&')).toBe('1.1.0-rc.1');
    expect(await take('minor?pre=rc&')).toBe('1.1.0-rc.1');
    expect(await take('minor?pre=beta&')).toBe('1.1.0-beta.1');
    expect(await take('major?pre=rc&')).toBe('2.0.0-rc.1');
    expect(await take('patch?line=0&')).toBe('0.1.0');
    expect(await take('patch?line=0.1&')).toBe('0.1.0');
    expect(await take('patch?line=0.0&')).toBe('0.0.1');
  });

  test('answers with a new version at the largest parts, too', async () => {
    const Versions = [{ Version: '1.2147483647.2147483647', Commit: COMMIT }];
    await app.call('POST', '/api/packages/large/adopt', { body: { Versions } });
    const headers = { 'Build-Commit': COMMIT };
    const { status, body } = await increment('large/increment/major?once=commit', headers);
    expect([status, body.Version]).toEqual([200, '2.0.0']);
  });

  test('gives one version to a hundred concurrent calls that create the package', async () => {
    const calls = Array.from({ length: 100 }, (_, index) =>
      increment('crowd/increment/patch?once=commit', {
        'Build-Commit': COMMIT,
        ...(index % 2 && { 'Idempotency-Key': `job-${index}` }),
      }),
    );
    const versions = (await Promise.all(calls)).map(({ status, body }) => [status, body.Version]);
    expect(new Set(versions.map(String))).toEqual(new Set(['200,0.0.1']));
    const { body } = await app.call('GET', '/api/packages/crowd/history');
    expect(body).toHaveLength(1);
  });

  test('is part of the request of an Idempotency-Key', async () => {
    const headers = { 'Build-Commit': COMMIT, 'Idempotency-Key': 'once' };
    expect((await increment('keyed/increment/patch?once=commit', headers)).body.Version).toBe(
      '0.0.1',
    );
    expect((await increment('keyed/increment/patch', headers)).body.Code).toBe(
      'idempotency-mismatch',
    );
    expect(
      (await increment('keyed/increment/patch?once=commit', headers)).headers.get(
        'idempotent-replayed',
      ),
    ).toBe('true');
  });
});
