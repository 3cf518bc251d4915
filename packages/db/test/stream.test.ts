import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, type Database, query, readStatement, stream } from '../src';
import { createTestDatabase, type TestDatabase } from '../testing';
import { onServer, untilConnection, untilNoConnection } from '../testing/on-server';

const folder = path.join(__dirname, 'statements');
const people = readStatement<{ number: number }>(folder, 'people.sql');
const slowRows = readStatement<{ n: number }>(folder, 'slow-rows.sql');

const BUSY = "backend_type = 'client backend' and state <> 'idle'";

let server: TestDatabase;
let db: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  const options = { url: server.url, poolSize: 1, statementTimeout: 300_000 };
  db = createDatabase({ ...options, applicationName: 'test' });
});
afterAll(async () => {
  await db.close();
  await server.drop();
});

test('a batch is emptied when the next is requested, so that its rows are not retained', async () => {
  const batches = stream(db, people, { greeting: 'a', count: 25 }, { batchSize: 10 });
  const { value: first } = (await batches.next()) as { value: object[] };
  expect(first).toHaveLength(10);
  await batches.next();
  expect(first).toHaveLength(0);
  await batches.return(undefined);
});

test('a stream yields every row in batches and releases its connection', async () => {
  const sizes: number[] = [];
  for await (const rows of stream(db, people, { greeting: 'a', count: 25 }, { batchSize: 10 })) {
    sizes.push(rows.length);
  }
  expect(sizes).toEqual([10, 10, 5]);
  expect(db.pool.idleCount).toBe(1);
});

test('a stream without rows yields no batch', async () => {
  const { done } = await stream(db, people, { greeting: 'a', count: 0 }).next();
  expect(done).toBe(true);
});

test('leaving a stream early ends its query and releases its connection', async () => {
  for (let round = 0; round < 3; round++) {
    for await (const rows of stream(db, people, { greeting: 'a', count: 25 }, { batchSize: 1 })) {
      expect(rows).toHaveLength(1);
      break;
    }
  }
  await untilNoConnection(server.directUrl, BUSY);
  await query(db, people, { greeting: 'a', count: 1 });
});

test('aborting a stream during a batch cancels the query, even if the pool has no other connection', async () => {
  const abort = new AbortController();
  const read = async () => {
    const options = { batchSize: 1, signal: abort.signal };
    for await (const rows of stream(db, slowRows, { count: 9 }, options)) {
      if (rows[0]?.n !== 2) continue;
      void untilConnection(server.directUrl, "state = 'active'").then(() => abort.abort());
    }
  };
  await expect(read()).rejects.toThrow(/aborted/);
  await untilNoConnection(server.directUrl, BUSY);
  await query(db, people, { greeting: 'a', count: 1 });
});

test('streams fetch in four slots, and slow ones do not keep a quick one waiting', async () => {
  const options = { url: server.url, poolSize: 13, statementTimeout: 300_000 };
  const many = createDatabase({ ...options, applicationName: 'many' });
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  for (let slot = 0; slot < 4; slot++) void many.fetching(() => held);
  const leaving = new AbortController();
  const slow = Array.from({ length: 12 }, () =>
    stream(many, slowRows, { count: 1_000 }, { signal: leaving.signal }).next(),
  );
  const ends = Promise.allSettled(slow);
  while (many.fetching.pendingCount < slow.length) await wait(5);
  release(undefined);
  for await (const rows of stream(many, people, { greeting: 'a', count: 1 })) {
    expect(rows).toHaveLength(1);
  }
  leaving.abort();
  expect((await ends).map(({ status }) => status)).toEqual(slow.map(() => 'rejected'));
  await many.close();
});

test('a stream whose connection is lost between batches fails without ending the process', async () => {
  const read = async () => {
    for await (const rows of stream(db, people, { greeting: 'a', count: 25 }, { batchSize: 5 })) {
      expect(rows).toHaveLength(5);
      await onServer(
        server.url,
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and application_name = 'test'`,
      );
    }
  };
  await expect(read()).rejects.toThrow();
  await query(db, people, { greeting: 'a', count: 1 });
});

test('a stream with a slow reader may outlast the statement timeout', async () => {
  const hasty = createDatabase({
    url: server.url,
    poolSize: 1,
    statementTimeout: 1_000,
    applicationName: 'hasty',
  });
  let rows = 0;
  for await (const batch of stream(hasty, people, { greeting: 'a', count: 3 }, { batchSize: 1 })) {
    rows += batch.length;
    await wait(600);
  }
  expect(rows).toBe(3);
  await hasty.close();
});
