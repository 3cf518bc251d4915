import { connect } from '@platform/db/testing';
import { waitUntil } from '@platform/http/testing';
import { purgeRecords } from '../src/idempotency/idempotency';
import { type Reply, startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const under = (key: string) => ({ 'idempotency-key': key });
const increment = (slug: string, key: string, component = 'patch') =>
  app.call('POST', `/api/packages/${slug}/increment/${component}`, { headers: under(key) });
const historyOf = async (slug: string) =>
  (await app.call('GET', `/api/packages/${slug}/history?limit=1000`)).body as { Version: string }[];

function expectReplay(first: Reply, again: Reply): void {
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect([again.status, again.text]).toEqual([first.status, first.text]);
}

test('a repeated increment is replayed byte for byte and takes no second version', async () => {
  const first = await increment('once', 'build-1');
  await increment('once', 'build-2');
  expectReplay(first, await increment('once', 'build-1'));
  expect(await historyOf('once')).toHaveLength(2);
});

test('a repeated creation is replayed with its location', async () => {
  const create = () =>
    app.call('POST', '/api/packages', { body: { Slug: 'made-once' }, headers: under('make-1') });
  const first = await create();
  const again = await create();
  expectReplay(first, again);
  expect(again.headers.get('location')).toBe('/api/packages/made-once');
});

test('a repeated set does not undo later changes', async () => {
  const set = () =>
    app.call('PUT', '/api/packages/set-once/version', {
      body: { Version: '1.0.0' },
      headers: under('set-1'),
    });
  const first = await set();
  await app.call('POST', '/api/packages/set-once/increment/major');
  expectReplay(first, await set());
  expect((await historyOf('set-once'))[0]).toMatchObject({ Version: '2.0.0' });
});

test('a conflict is stored, and replayed as the same 409 after its cause is gone', async () => {
  await app.call('POST', '/api/packages', { body: { Slug: 'taken' } });
  const create = () =>
    app.call('POST', '/api/packages', { body: { Slug: 'taken' }, headers: under('take-1') });
  const first = await create();
  expect([first.status, first.body.Code]).toEqual([409, 'package-exists']);
  await app.call('DELETE', '/api/packages/taken');
  expectReplay(first, await create());
});

test('an overflow is stored, too', async () => {
  await app.call('PUT', '/api/packages/brim/version', { body: { Version: '0.0.2147483647' } });
  const first = await increment('brim', 'over-1');
  expect(first.status).toBe(409);
  expectReplay(first, await increment('brim', 'over-1'));
});

test('an invalid request is not stored', async () => {
  const create = (body: object) =>
    app.call('POST', '/api/packages', { body, headers: under('bad-then-good') });
  expect((await create({ Slug: '-bad' })).status).toBe(400);
  expect((await create({ Slug: 'good' })).status).toBe(201);
});

test.each([
  ['another component', () => increment('told', 'reused', 'major')],
  ['another slug', () => increment('other', 'reused')],
  [
    'another endpoint',
    () => app.call('POST', '/api/packages', { body: { Slug: 'told' }, headers: under('reused') }),
  ],
])('a key used again for %s is refused and changes nothing', async (_, call) => {
  await increment('told', 'reused');
  const before = await historyOf('told');
  const reply = await call();
  expect([reply.status, reply.body.Code]).toEqual([422, 'idempotency-mismatch']);
  expect(await historyOf('told')).toEqual(before);
});

describe('the commit is part of the request of a key', () => {
  const commit = '0123abcd';
  const headersOf = (key: string, sent?: string) => ({
    ...under(key),
    ...(sent && { 'build-commit': sent }),
  });
  const take = (sent?: string) =>
    app.call('POST', '/api/packages/committed/increment/patch', {
      headers: headersOf('take-commit', sent),
    });
  const set = (sent?: string) =>
    app.call('PUT', '/api/packages/set-committed/version', {
      body: { Version: '1.0.0' },
      headers: headersOf('set-commit', sent),
    });

  test.each([
    ['an increment', 'committed', take],
    ['a set', 'set-committed', set],
  ])(
    '%s of another commit is refused, and replayed without a commit or in capitals',
    async (_, slug, call) => {
      const first = await call(commit);
      const { status, body } = await call('0123abce');
      expect([status, body.Code]).toEqual([422, 'idempotency-mismatch']);
      expectReplay(first, await call());
      expectReplay(first, await call(commit.toUpperCase()));
      expect(await historyOf(slug)).toMatchObject([{ Commit: commit }]);
    },
  );
});

test('the body is part of the request of a key', async () => {
  const create = (Name: string) =>
    app.call('POST', '/api/packages', { body: { Slug: 'named', Name }, headers: under('name-1') });
  expect((await create('One')).status).toBe(201);
  expect((await create('Two')).status).toBe(422);
});

test('two API keys may use the same idempotency key', async () => {
  const other = await app.issueKey();
  const call = (key?: string) =>
    app.call('POST', '/api/packages/shared/increment/patch', {
      headers: under('same'),
      ...(key ? { key } : {}),
    });
  expect((await call()).body.Version).toBe('0.0.1');
  expect((await call(other)).body.Version).toBe('0.0.2');
});

test('a key is valid for 24 hours, and can then be used for a new request', async () => {
  const first = await increment('aged', 'old');
  const age = (hours: number) =>
    app.context.db.prisma.idempotencyRecord.updateMany({
      where: { key: 'old' },
      data: { createdAt: new Date(Date.now() - hours * 3_600_000) },
    });
  await age(23.9);
  expectReplay(first, await increment('aged', 'old'));
  await age(24.1);
  const anew = await increment('aged', 'old', 'minor');
  expect([anew.status, anew.body.Version]).toEqual([200, '0.1.0']);
  expectReplay(anew, await increment('aged', 'old', 'minor'));
});

test('only records older than 24 hours are purged', async () => {
  const { db } = app.context;
  const record = (key: string, hours: number) => ({
    owner: Buffer.from('removed'),
    key,
    fingerprint: Buffer.from('any'),
    status: 200,
    body: '',
    createdAt: new Date(Date.now() - hours * 3_600_000),
  });
  const data = [record('young', 23.9), record('old', 24.1), record('older', 48)];
  await db.prisma.idempotencyRecord.createMany({ data });
  await purgeRecords(db);
  const left = await db.prisma.idempotencyRecord.findMany({ where: { owner: data[0]!.owner } });
  expect(left.map(({ key }) => key)).toEqual(['young']);
});

test('a starting service purges records older than 24 hours', async () => {
  const { db } = app.context;
  const createdAt = new Date(Date.now() - 25 * 3_600_000);
  const [owner, fingerprint] = [Buffer.from('started'), Buffer.from('any')];
  await db.prisma.idempotencyRecord.create({
    data: { owner, key: 'old', fingerprint, status: 200, body: '', createdAt },
  });
  const replica = await startTestApp({ DATABASE_URL: app.databaseUrl });
  replica.context.startBackgroundJobs();
  await waitUntil(
    async () => (await db.prisma.idempotencyRecord.count({ where: { owner } })) === 0,
  );
  await replica.close();
});

test('a record that is renewed while the purge waits for it remains', async () => {
  await increment('renewed', 'renewed-1');
  const { db } = app.context;
  const other = connect(app.databaseUrl);
  const holder = await other.pool.connect();
  const where = `where key = 'renewed-1'`;
  await holder.query(
    `update versioning.idempotency_record set created_at = now() - interval '25 hours' ${where}`,
  );
  await holder.query('begin');
  await holder.query(`update versioning.idempotency_record set created_at = now() ${where}`);
  const purge = purgeRecords(db);
  await untilWaiting(other);
  await holder.query('commit');
  holder.release();
  await purge;
  await other.close();
  expect(await db.prisma.idempotencyRecord.count({ where: { key: 'renewed-1' } })).toBe(1);
});

test('both replicas give the same response to a set with If-Match that reaches them concurrently', async () => {
  const replica = await startTestApp({ DATABASE_URL: app.databaseUrl });
  await increment('matched', 'matched-0');
  const { headers } = await app.call('GET', '/api/packages/matched/version');
  const set = (service: TestApp) =>
    service.call('PUT', '/api/packages/matched/version', {
      key: app.key,
      body: { Version: '3.0.0' },
      headers: { ...under('matched-1'), 'if-match': headers.get('etag')! },
    });
  const other = connect(app.databaseUrl);
  const holder = await other.pool.connect();
  await holder.query('begin');
  await holder.query(`select from versioning.package where slug = 'matched' for update`);
  const pending = [set(app), set(replica)];
  await untilWaiting(other, 2);
  await holder.query('commit');
  holder.release();
  const replies = await Promise.all(pending);
  await other.close();
  await replica.close();
  expect(replies.map(reply => reply.status)).toEqual([200, 200]);
  expect(replies[0]!.text).toBe(replies[1]!.text);
  expect((await historyOf('matched')).map(({ Version }) => Version)).toEqual(['3.0.0', '0.0.1']);
});

test('a replayed conflict is counted as a refusal, not as a version', async () => {
  const { metrics } = app.context;
  const count = async (name: string) =>
    Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await metrics.registry.metrics())?.[1] ?? 0);
  const versions = 'versioning_increments_total\\{component="Patch"\\}';
  const refusals = 'versioning_refused_requests_total\\{code="version-overflow"\\}';
  await app.call('PUT', '/api/packages/full/version', { body: { Version: '0.0.2147483647' } });
  const before = [await count(versions), await count(refusals)];
  expect((await increment('full', 'full-1')).status).toBe(409);
  expect([await count(versions), await count(refusals)]).toEqual([before[0], before[1]! + 1]);
});

test('a second call while the first is running is refused with Retry-After', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => increment('busy', 'burst')));
  const [done, waiting] = [200, 409].map(status =>
    replies.filter(reply => reply.status === status),
  );
  expect(done!.length + waiting!.length).toBe(20);
  for (const reply of waiting!) {
    expect(reply.body.Code).toBe('idempotency-in-progress');
    expect(reply.headers.get('retry-after')).toBe('1');
  }
  expect(new Set(done!.map(reply => reply.text)).size).toBe(1);
  expect(await historyOf('busy')).toHaveLength(1);
});

test('500 calls, 30% of which are repeated, take one version each', async () => {
  const calls = Array.from({ length: 500 }, (_, call) => `call-${call}`);
  const repeated = calls.filter((_, call) => call % 10 < 3);
  const replies = await Promise.all(
    [...calls, ...repeated].map(key => untilAnswered(() => increment('repeated', key))),
  );
  const versions = new Map<string, string>();
  [...calls, ...repeated].forEach((key, index) => {
    const { Version } = replies[index]!.body as { Version: string };
    expect(versions.get(key) ?? Version).toBe(Version);
    versions.set(key, Version);
  });
  expect(new Set(versions.values()).size).toBe(500);
  expect(await historyOf('repeated')).toHaveLength(500);
});

test.each(['', ' ', 'two words', 'ümlaut', 'x'.repeat(256)])('the key %j is refused', async key => {
  const reply = await app.call('POST', '/api/packages/strict/increment/patch', {
    headers: { 'idempotency-key': Buffer.from(key).toString('latin1') },
  });
  expect([reply.status, reply.body.Code]).toEqual([400, 'invalid-request']);
  expect(reply.body.Detail).toContain('Idempotency-Key');
});

test('a key of 255 visible characters is accepted', async () => {
  expect((await increment('strict', '~'.repeat(255))).status).toBe(200);
});

/** Resolves when this many statements in the database wait for a lock. */
const untilWaiting = ({ pool }: ReturnType<typeof connect>, count = 1) =>
  waitUntil(async () => {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*)::integer as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.waiting >= count;
  });

/** Repeats a call while the first one is still running, like a client. */
async function untilAnswered(call: () => Promise<Reply>): Promise<Reply> {
  let reply = await call();
  await waitUntil(async () => {
    if (reply.body?.Code !== 'idempotency-in-progress') return true;
    reply = await call();
    return false;
  });
  return reply;
}
