import { connect } from '@platform/db/testing';
import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
/** Holds locks like another replica or a psql session. */
let other: ReturnType<typeof connect>;

beforeAll(async () => {
  app = await startTestApp();
  other = connect(app.databaseUrl);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const increment = (slug: string, headers: Record<string, string> = {}) =>
  app.call('POST', `/api/packages/${slug}/increment/patch`, { headers });

/** Begins a transaction that runs `sql` and holds its locks; returns a function that commits it. */
async function hold(sql: string, ...values: string[]): Promise<() => Promise<void>> {
  const holder = await other.pool.connect();
  await holder.query('begin');
  await holder.query(sql, values);
  return async () => {
    await holder.query('commit');
    holder.release();
  };
}

const lock = (slug: string) =>
  hold('select from versioning.package where slug = $1 for update', slug);

/** Returns the versions of increments, which must be answered before `pending` is. */
async function answeredBefore(pending: Promise<unknown>[], slugs: string[]): Promise<unknown[]> {
  let isSettled = false;
  for (const each of pending) void each.finally(() => (isSettled = true));
  const replies = await Promise.all(slugs.map(slug => increment(slug)));
  expect(isSettled).toBe(false);
  return replies.map(reply => reply.body.Version);
}

test('a package locked by another transaction delays only its own increments', async () => {
  await increment('locked');
  const release = await lock('locked');
  const pending = [increment('locked'), increment('locked')];
  expect(await answeredBefore(pending, ['free', 'free', 'new-one'])).toEqual(
    expect.arrayContaining(['0.0.1', '0.0.2', '0.0.1']),
  );
  pending.push(increment('locked'));
  await answeredBefore(pending, ['free']);
  await release();
  const replies = await Promise.all(pending);
  expect(replies.map(reply => reply.body.Version).sort()).toEqual(['0.0.2', '0.0.3', '0.0.4']);
});

test('increments that wait for a locked package are committed together', async () => {
  await increment('waiting');
  const release = await lock('waiting');
  const pending = Array.from({ length: 20 }, () => increment('waiting'));
  await answeredBefore(pending, ['not-waiting']);
  await release();
  await Promise.all(pending);
  const { rows } = await other.pool.query<{ changes: string; transactions: string }>(
    `select count(*) as changes, count(distinct position) as transactions
    from versioning.package_change
    where package_id = (select id from versioning.package where slug = 'waiting')`,
  );
  expect(Number(rows[0]!.changes)).toBe(21);
  expect(Number(rows[0]!.transactions)).toBeLessThan(10);
});

test('committed increments are answered even if the database cancels those waiting with them', async () => {
  await increment('cancelled');
  await other.pool.query(
    `create function versioning.cancel() returns trigger language plpgsql
      as 'begin raise exception using errcode = ''query_canceled''; end';
    create trigger cancel before insert on versioning.package_change
      for each row when (new.pre_label = 'cancelled') execute function versioning.cancel()`,
  );
  const release = await lock('cancelled');
  const pending: ReturnType<typeof increment>[] = [];
  for (const call of ['patch', 'patch', 'minor?pre=cancelled']) {
    pending.push(app.call('POST', `/api/packages/cancelled/increment/${call}`));
    await answeredBefore(pending, ['not-cancelled']);
  }
  await release();
  const replies = await Promise.all(pending);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 503]);
  const { body } = await app.call('GET', '/api/packages/cancelled/version');
  expect(body.Version).toBe('0.0.3');
});

test('more locked packages than connections delay no other packages', async () => {
  const slugs = Array.from({ length: 15 }, (_, index) => `locked-${index}`);
  await Promise.all(slugs.map(slug => increment(slug)));
  const release = await hold(
    "select from versioning.package where starts_with(slug, 'locked-') for update",
  );
  const pending = slugs.map(slug => increment(slug));
  await answeredBefore(pending, ['beside', 'beside-2']);
  expect((await app.call('GET', '/api/packages/beside')).status).toBe(200);
  await release();
  const replies = await Promise.all(pending);
  expect(replies.map(reply => reply.body.Version)).toEqual(slugs.map(() => '0.0.2'));
});

test('more sets, creations and deletions of a locked package than connections delay no other packages', async () => {
  await increment('contended');
  const release = await lock('contended');
  const pending = Array.from({ length: 5 }, (_, index) => [
    app.call('PUT', '/api/packages/contended/version', { body: { Version: `${index + 1}.0.0` } }),
    app.call('POST', '/api/packages', { body: { Slug: 'contended' } }),
    app.call('DELETE', '/api/packages/contended'),
  ]).flat();
  await answeredBefore(pending, ['calm', 'calm-2']);
  expect((await app.call('GET', '/api/packages/calm')).status).toBe(200);
  const other = { body: { Version: '7.0.0' } };
  expect((await app.call('PUT', '/api/packages/calm/version', other)).status).toBe(200);
  await release();
  for (const reply of await Promise.all(pending)) {
    expect([200, 201, 204, 404, 409]).toContain(reply.status);
  }
});

test('only changes of a package that remains locked are refused, with Retry-After', async () => {
  const own = await startTestApp({ STATEMENT_TIMEOUT: '2s' });
  const put = (slug: string, version: string) =>
    own.call('PUT', `/api/packages/${slug}/version`, { body: { Version: version } });
  await put('stuck', '1.0.0');
  const holder = connect(own.databaseUrl);
  const client = await holder.pool.connect();
  await client.query("begin; select from versioning.package where slug = 'stuck' for update");
  const replies = await Promise.all(
    Array.from({ length: 6 }, (_, index) => put('stuck', `${index + 2}.0.0`)),
  );
  for (const reply of replies) {
    expect([reply.status, reply.body.Code]).toEqual([503, 'database-unavailable']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await put('free', '1.0.0')).status).toBe(200);
  await client.query('rollback');
  client.release();
  await holder.close();
  expect((await put('stuck', '9.0.0')).status).toBe(200);
  await own.close();
});

test('a slug that another transaction is creating delays no other slugs', async () => {
  const release = await hold(
    `insert into versioning.package (slug, name, major, minor, patch, revision)
    values ($1, $1, 4, 0, 0, 1)`,
    'arriving',
  );
  const pending = [increment('arriving')];
  await answeredBefore(pending, ['other', 'another']);
  await release();
  expect((await pending[0]!).body.Version).toBe('4.0.1');
});

test('a package that is locked and then deleted is created again', async () => {
  await increment('deleted');
  const release = await hold("delete from versioning.package where slug = 'deleted'");
  const pending = [increment('deleted')];
  await answeredBefore(pending, ['remaining']);
  await release();
  expect((await pending[0]!).body.Version).toBe('0.0.1');
});

test('an Idempotency-Key takes one version, even if its package is locked', async () => {
  await increment('once');
  const release = await lock('once');
  const first = increment('once', { 'idempotency-key': 'locked' });
  await answeredBefore([first], ['once-beside']);
  await release();
  const again = await first.then(() => increment('once', { 'idempotency-key': 'locked' }));
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([
    (await first).text,
    'true',
  ]);
});

test('batches refused behind an earlier batch name the key, not its hash', async () => {
  const own = await startTestApp({ STATEMENT_TIMEOUT: '2s' });
  const batch = (Slug: string) =>
    own.call('POST', '/api/increments', { body: { Items: [{ Slug, Component: 'Patch' }] } });
  await batch('stuck');
  const holder = connect(own.databaseUrl);
  const client = await holder.pool.connect();
  await client.query("begin; select from versioning.package where slug = 'stuck' for update");
  const replies = await Promise.all(['stuck', 'stuck', 'stuck'].map(batch));
  await client.query('rollback');
  client.release();
  await holder.close();
  await own.close();
  expect(replies.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(replies.map(({ body }) => body.Detail)).toContain(
    'Earlier changes of the key ci are still waiting in the database. Try again after Retry-After seconds.',
  );
});
