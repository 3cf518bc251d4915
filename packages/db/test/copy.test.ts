import { createHash } from 'node:crypto';
import { copyInto, createDatabase, type Database, transaction } from '../src';
import { createTestDatabase, type TestDatabase } from '../testing';

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

test('timers run during a copy whose rows are produced more slowly than the server accepts them', async () => {
  const work = Buffer.alloc(2_000_000);
  let [isTimerRun, wasTimerRun] = [false, false];
  async function* lines() {
    for (let line = 0; line < 500 && !isTimerRun; line++) {
      createHash('sha256').update(work).digest();
      // After the response to the statement, for which the copy waits.
      if (line === 100) setTimeout(() => (isTimerRun = true), 0);
      yield `${line}\n`.repeat(5_000);
    }
    wasTimerRun = isTimerRun;
  }
  await transaction(db, async tx => {
    await tx.client.query('create temporary table number (value integer)');
    await copyInto(tx, 'number', ['value'], lines());
  });
  expect(wasTimerRun).toBe(true);
});
