import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, type Database, query, readStatement, stream } from '../src';
import { createTestDatabase, type TestDatabase } from '../testing';
import { onServer, untilConnection } from '../testing/on-server';

const folder = path.join(__dirname, 'statements');
const people = readStatement<{ number: number }>(folder, 'people.sql');
const slowRows = readStatement<{ n: number }>(folder, 'slow-rows.sql');

let server: TestDatabase;
let db: Database;
beforeAll(async () => {
  server = await createTestDatabase();
  const options = { url: server.url, poolSize: 1, statementTimeout: 20_000 };
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
  await expectIdle();
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
  await expectIdle();
  await query(db, people, { greeting: 'a', count: 1 });
});

test('only a few slow streams fetch concurrently, and a quick one does not wait for them', async () => {
  const options = { url: server.url, poolSize: 13, statementTimeout: 300_000 };
  const many = createDatabase({ ...options, applicationName: 'many' });
  const twelve = Array.from({ length: 12 });
  // Connect first: connecting takes longer than a fetch may hold its slot.
  const clients = await Promise.all(twelve.map(() => many.pool.connect()));
  for (const client of clients) client.release();
  const leaving = new AbortController();
  const slow = twelve.map(() =>
    stream(many, slowRows, { count: 1_000 }, { signal: leaving.signal }).next(),
  );
  const ends = Promise.allSettled(slow);
  for (let n = 0; n < 200 && many.fetching.pendingCount < 2; n++) await wait(5);
  expect(many.fetching.pendingCount).toBeGreaterThanOrEqual(2);
  expect(many.fetching.activeCount).toBe(4);
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

/** Expects all backends of this database to become idle within a second. */
async function expectIdle(): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const busy = await onServer(
      server.url,
      `select from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
        and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    if (busy.length === 0) return;
    await wait(50);
  }
  throw new Error('a query is still running');
}
