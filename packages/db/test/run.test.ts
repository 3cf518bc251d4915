import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  createDatabase,
  type Database,
  isDatabaseUnavailable,
  isUniqueViolation,
  readStatement,
  run,
  stream,
  transaction,
} from '../src';
import { createTestDatabase, type TcpProxy, type TestDatabase, tcpProxy } from '../testing';

const folder = path.join(__dirname, 'statements');
const people = readStatement<{ number: number; said: string; again: string }>(folder, 'people.sql');
const sleep = readStatement<object>(folder, 'sleep.sql');
const slowRows = readStatement<{ n: number }>(folder, 'slow-rows.sql');
const newPackage = readStatement<{ slug: string }>(folder, 'new-package.sql');
const endBackend = readStatement<object>(folder, 'end-backend.sql');

let server: TestDatabase;
let proxy: TcpProxy;
let db: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  proxy = await tcpProxy(server.url);
  db = createDatabase({
    url: proxy.url,
    poolSize: 3,
    statementTimeout: 1_000,
    applicationName: 'test',
  });
});
afterAll(async () => {
  await db.close();
  await proxy.close();
  await server.drop();
});

test('a missing file is found when the module loads', () => {
  expect(() => readStatement(folder, 'nowhere.sql')).toThrow(/ENOENT/);
});

test('parameters are given by name, as often as they stand there, and quoted ones are text', async () => {
  expect(await run(db, people, { greeting: 'hello', count: 2 })).toEqual([
    { number: 1, said: 'hello$literal $inside', again: 'hello' },
    { number: 2, said: 'hello$literal $inside', again: 'hello' },
  ]);
});

test('missing and unused parameters are refused by name', async () => {
  await expect(run(db, people, { count: 1 })).rejects.toThrow(/was not given greeting/);
  await expect(run(db, people, { greeting: 'a', count: 1, extra: 1 })).rejects.toThrow(
    /does not use extra/,
  );
});

test('a transaction whose work throws leaves nothing behind', async () => {
  const failure = transaction(db, async tx => {
    await run(tx, newPackage, { slug: 'rolled-back' });
    throw new Error('changed my mind');
  });
  await expect(failure).rejects.toThrow('changed my mind');
  expect(await db.prisma.package.count({ where: { slug: 'rolled-back' } })).toBe(0);
});

test('a unique violation is told as one, by SQL and by Prisma; after SQL the connection is kept', async () => {
  await run(db, newPackage, { slug: 'once' });
  const before = db.pool.totalCount;
  expect(isUniqueViolation(await failure(run(db, newPackage, { slug: 'once' })))).toBe(true);
  expect(db.pool.totalCount).toBe(before);
  const data = { slug: 'once', name: 'once', major: 0, minor: 0, patch: 1, revision: 1 };
  expect(isUniqueViolation(await failure(db.prisma.package.create({ data })))).toBe(true);
});

describe('the database is out of reach', () => {
  afterEach(() => proxy.resume());

  test('when a statement runs out of time', async () => {
    expect(isDatabaseUnavailable(await failure(run(db, sleep, { seconds: 5 })))).toBe(true);
  });

  test('when it ends the connection', async () => {
    expect(isDatabaseUnavailable(await failure(run(db, endBackend)))).toBe(true);
  });

  test('when it refuses connections, and is found again when it returns', async () => {
    await proxy.stop();
    expect(isDatabaseUnavailable(await failure(run(db, sleep, { seconds: 0 })))).toBe(true);
    expect(isDatabaseUnavailable(await failure(db.prisma.package.count()))).toBe(true);
    await proxy.resume();
    await run(db, sleep, { seconds: 0 });
    await db.prisma.package.count();
  });

  test('when it hangs: swallowed packets end in an error, and the connection is not used again', async () => {
    await run(db, sleep, { seconds: 0 });
    proxy.hang();
    expect(isDatabaseUnavailable(await failure(run(db, sleep, { seconds: 0 })))).toBe(true);
    expect(isDatabaseUnavailable(await failure(db.prisma.package.count()))).toBe(true);
    await proxy.resume();
    await run(db, sleep, { seconds: 0 });
  });

  test('but not when a statement is wrong', async () => {
    const wrong = await failure(run(db, people, { greeting: 'a', count: 'many' }));
    expect(wrong).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(wrong)).toBe(false);
  });
});

describe('a stream', () => {
  test('gives every row in batches', async () => {
    const sizes: number[] = [];
    for await (const rows of stream(db, people, { greeting: 'a', count: 25 }, { batchSize: 10 })) {
      sizes.push(rows.length);
    }
    expect(sizes).toEqual([10, 10, 5]);
  });

  test('that is left early ends its query and gives its place back', async () => {
    for (let round = 0; round < 5; round++) {
      for await (const rows of stream(db, people, { greeting: 'a', count: 25 }, { batchSize: 1 })) {
        expect(rows).toHaveLength(1);
        break;
      }
    }
    await expectIdle();
  });

  test('that is aborted while a batch is being read cancels the query in the database', async () => {
    const patient = createDatabase({
      url: server.url,
      poolSize: 3,
      statementTimeout: 60_000,
      applicationName: 'patient',
    });
    const abort = new AbortController();
    const read = async () => {
      const options = { batchSize: 1, signal: abort.signal };
      for await (const rows of stream(patient, slowRows, { count: 9 }, options)) {
        if (rows[0]?.n === 2) setTimeout(() => abort.abort(), 50);
      }
    };
    await expect(read()).rejects.toThrow();
    await expectIdle();
    await patient.close();
  });
});

/** What a promise was rejected with; null when it was not. */
function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

/** No backend of this database is at work, within a second. */
async function expectIdle(): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const { rows } = await db.pool.query<{ busy: number }>(
      `select count(*)::integer as busy from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    if (rows[0]?.busy === 0) return;
    if (attempt === 20) throw new Error('a query is still running');
    await wait(50);
  }
}
