import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@platform/db/testing';
import { rowFaults, statementsOf, unreadBlocks } from '@platform/db/testing/statement-rows';

const SOURCES = path.join(__dirname, '../src');

let database: TestDatabase;
beforeAll(async () => (database = await createTestDatabase()), 240_000);
afterAll(() => database.drop());

test('every block of SQL is read, and gives the rows that its module reads', async () => {
  const statements = statementsOf(SOURCES);
  expect(unreadBlocks(SOURCES, statements.read)).toEqual([]);
  expect(statements.read.length).toBeGreaterThan(25);
  expect(await rowFaults(database.url, statements)).toEqual([]);
});
