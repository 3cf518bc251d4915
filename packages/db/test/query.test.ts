import path from 'node:path';
import {
  createDatabase,
  type Database,
  isDatabaseUnavailable,
  isUniqueViolation,
  parseStatement,
  query,
  readStatement,
  transaction,
} from '../src';
import {
  connect,
  createTestDatabase,
  type TcpProxy,
  type TestDatabase,
  tcpProxy,
} from '../testing';
import { onServer, untilConnection } from '../testing/on-server';

const folder = path.join(__dirname, 'statements');
const people = readStatement<{ number: number; said: string; again: string }>(folder, 'people.sql');
const backend = readStatement<{ pid: number }>(folder, 'backend.sql');
const size = parseStatement<{ size: string }>('size.sql', 'select $size::public.size as size');
const sleep = readStatement<object>(folder, 'sleep.sql');
const newPackage = readStatement<{ slug: string }>(folder, 'new-package.sql');
const members = readStatement<{ id: number }>(folder, 'members.sql');
const values = readStatement<object>(folder, 'values.sql');
const endBackend = readStatement<object>(folder, 'end-backend.sql');

const limits = { statementTimeout: 1_000, applicationName: 'test' };

let server: TestDatabase;
let proxy: TcpProxy;
let db: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  proxy = await tcpProxy(server.url);
  db = createDatabase({
    ...limits,
    url: proxy.url,
    poolSize: 3,
  });
});
afterAll(async () => {
  await db.close();
  await proxy.close();
  await server.drop();
});

test('a statement whose type was replaced fails once per connection that had prepared it', async () => {
  const db = createDatabase({ ...limits, url: server.url, poolSize: 1 });
  const replace = async () => {
    await db.pool.query('drop type if exists public.size');
    await db.pool.query("create type public.size as enum ('small', 'large')");
  };
  const run = () => query(db, size, { size: 'large' });
  try {
    await replace();
    expect(await run()).toEqual([{ size: 'large' }]);
    await replace();
    await expect(run()).rejects.toMatchObject({ code: 'XX000' });
    expect(await run()).toEqual([{ size: 'large' }]);
  } finally {
    await db.close();
  }
});

test('parameters are bound by name, may be repeated, and are ignored inside quotes', async () => {
  expect(await query(db, people, { greeting: 'hello', count: 2 })).toEqual([
    { number: 1, said: 'hello$literal $inside', again: 'hello' },
    { number: 2, said: 'hello$literal $inside', again: 'hello' },
  ]);
});

test('missing and unused parameters are named in the error', async () => {
  await expect(query(db, people, { count: 1 })).rejects.toThrow(/missing parameters greeting/);
  await expect(query(db, people, { greeting: 'a', count: 1, extra: 1 })).rejects.toThrow(
    /unused parameters extra/,
  );
});

test('a bigint is a number, a date is text, a timestamp is a Date, in any local time zone', async () => {
  const [row] = await query(db, values);
  expect(row).toEqual({
    count: 9_007_199_254_740_991,
    day: '2026-03-01',
    moment: new Date('2026-03-01T00:00:00Z'),
    unzoned: new Date('2026-03-01T12:34:56.789Z'),
    zone: 'UTC',
    ratio: '0.10',
  });
});

test('a transaction whose work throws is rolled back', async () => {
  const failure = transaction(db, async tx => {
    await query(tx, newPackage, { slug: 'rolled-back' });
    throw new Error('changed my mind');
  });
  await expect(failure).rejects.toThrow('changed my mind');
  expect(await db.prisma.package.count({ where: { slug: 'rolled-back' } })).toBe(0);
});

test('a failed rollback does not hide the original error', async () => {
  const failing = transaction(db, async tx => {
    const [row] = await query(tx, backend);
    await onServer(server.url, `select pg_terminate_backend(${row!.pid})`);
    throw new Error('the original error');
  });
  await expect(failing).rejects.toThrow('the original error');
  await query(db, sleep, { seconds: 0 });
});

test('a transaction that cannot enter its scope returns a working connection to the pool', async () => {
  const single = createDatabase({
    url: server.url,
    poolSize: 1,
    statementTimeout: 1_000,
    applicationName: 'test',
  });
  const scope = { role: 'nobody_is_this_role', settings: {} };
  await expect(transaction(single, tx => query(tx, values), { scope })).rejects.toThrow(
    /does not exist/,
  );
  expect(await query(single, values)).toHaveLength(1);
  await single.close();
});

test('a scope applies even if the connection has row security turned off, as by pg_dump', async () => {
  const single = createDatabase({
    url: server.directUrl,
    poolSize: 1,
    statementTimeout: 1_000,
    applicationName: 'test',
  });
  await single.pool.query('set row_security = off');
  const scope = { role: 'reporting_reader', settings: { 'reporting.company_id': 1 } };
  expect(await transaction(single, tx => query(tx, members), { scope })).toEqual([]);
  await single.close();
});

test('aborting a transaction cancels its statement, and its connection is not reused', async () => {
  const patient = createDatabase({
    url: server.url,
    poolSize: 1,
    statementTimeout: 300_000,
    applicationName: 'patient',
  });
  const leaving = new AbortController();
  const { signal } = leaving;
  const aborted = failure(
    transaction(patient, tx => query(tx, sleep, { seconds: 300 }), { signal }),
  );
  await untilConnection(server.directUrl, "application_name = 'patient' and state = 'active'");
  leaving.abort();
  expect(await aborted).toBe(signal.reason);
  await query(patient, sleep, { seconds: 0 });
  await patient.close();
});

test('aborting a transaction breaks its connection to a server that no longer responds', async () => {
  const hung = await tcpProxy(server.directUrl);
  const patient = createDatabase({
    url: hung.url,
    poolSize: 1,
    statementTimeout: 7_200_000,
    applicationName: 'hung',
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  const aborted = failure(
    transaction(patient, tx => query(tx, sleep, { seconds: 120 }), { signal }),
  );
  await untilConnection(server.directUrl, "application_name = 'hung' and wait_event = 'PgSleep'");
  hung.hang();
  stopping.abort();
  expect(await aborted).toBe(signal.reason);
  await patient.close();
  await hung.close();
});

test('a transaction aborted before it began does nothing', async () => {
  const work = jest.fn();
  await expect(transaction(db, work, { signal: AbortSignal.abort() })).rejects.toThrow(/aborted/);
  expect(work).not.toHaveBeenCalled();
});

test('a transaction aborted between two statements does not start the next', async () => {
  const leaving = new AbortController();
  const aborted = transaction(
    db,
    async tx => {
      await query(tx, newPackage, { slug: 'abandoned' });
      leaving.abort();
      await query(tx, newPackage, { slug: 'late' });
    },
    { signal: leaving.signal },
  );
  await expect(aborted).rejects.toThrow(/aborted/);
  expect(await db.prisma.package.count({ where: { slug: 'abandoned' } })).toBe(0);
});

test('a read-only transaction cannot write', async () => {
  const write = transaction(db, tx => query(tx, newPackage, { slug: 'refused' }), {
    isReadOnly: true,
  });
  await expect(write).rejects.toThrow(/read-only transaction/);
});

test('a unique violation is recognized from SQL and Prisma and does not close the connection', async () => {
  const own = connect(server.url);
  const closed = jest.fn();
  own.pool.on('remove', closed);
  await query(own, newPackage, { slug: 'once' });
  expect(isUniqueViolation(await failure(query(own, newPackage, { slug: 'once' })))).toBe(true);
  const data = { slug: 'once', name: 'once', major: 0, minor: 0, patch: 1, revision: 1 };
  expect(isUniqueViolation(await failure(own.prisma.package.create({ data })))).toBe(true);
  expect(closed).not.toHaveBeenCalled();
  await own.close();
});

describe('the database is unreachable', () => {
  afterEach(() => proxy.resume());

  test('when a statement times out', async () => {
    expect(isDatabaseUnavailable(await failure(query(db, sleep, { seconds: 5 })))).toBe(true);
  });

  test('when it ends the connection', async () => {
    expect(isDatabaseUnavailable(await failure(query(db, endBackend)))).toBe(true);
  });

  test('when it ends the connection of a transaction between two statements', async () => {
    const broken = transaction(db, async tx => {
      const [row] = await query(tx, backend);
      await onServer(server.url, `select pg_terminate_backend(${row!.pid}, 5000)`);
      await query(tx, sleep, { seconds: 0 });
    });
    expect(isDatabaseUnavailable(await failure(broken))).toBe(true);
    await query(db, sleep, { seconds: 0 });
  });

  test('when it ends a Prisma query', async () => {
    const broken = db.prisma.$queryRaw`select pg_terminate_backend(pg_backend_pid())`;
    expect(isDatabaseUnavailable(await failure(broken))).toBe(true);
  });

  test('when it refuses connections, until it is back', async () => {
    await proxy.stop();
    expect(isDatabaseUnavailable(await failure(query(db, sleep, { seconds: 0 })))).toBe(true);
    expect(isDatabaseUnavailable(await failure(db.prisma.package.count()))).toBe(true);
    await proxy.resume();
    await query(db, sleep, { seconds: 0 });
    await db.prisma.package.count();
  });

  test('when it hangs: dropped packets cause an error, and the connection is not reused', async () => {
    await query(db, sleep, { seconds: 0 });
    proxy.hang();
    expect(isDatabaseUnavailable(await failure(query(db, sleep, { seconds: 0 })))).toBe(true);
    expect(isDatabaseUnavailable(await failure(db.prisma.package.count()))).toBe(true);
    await proxy.resume();
    await query(db, sleep, { seconds: 0 });
  });

  test('when it does not respond to a rollback, and the connection is not reused', async () => {
    const failing = transaction(db, async tx => {
      await query(tx, backend);
      proxy.hang();
      throw new Error('given up');
    });
    await expect(failing).rejects.toThrow('given up');
    await proxy.resume();
    await query(db, sleep, { seconds: 0 });
  });

  test.each([
    ['53100', 'its disk is full'],
    ['53200', 'it is out of memory'],
    ['25006', 'it is a standby that has not been promoted yet'],
    ['40001', 'it is a standby whose recovery cancels the statement'],
  ])('when it responds with %s: %s', async code => {
    const raise = `do $$ begin raise exception using errcode = '${code}'; end $$`;
    expect(isDatabaseUnavailable(await failure(db.pool.query(raise)))).toBe(true);
    expect(isDatabaseUnavailable(await failure(db.prisma.$executeRawUnsafe(raise)))).toBe(true);
  });

  test('but not when a statement is invalid', async () => {
    const wrong = await failure(query(db, people, { greeting: 'a', count: 'many' }));
    expect(wrong).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(wrong)).toBe(false);
  });
});

/** Returns the rejection reason, or null if the promise was fulfilled. */
function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}
