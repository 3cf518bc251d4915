import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@platform/db/testing';
import { rowFaults, statementsOf, unreadBlocks } from '@platform/db/testing/statement-rows';

const SOURCES = path.join(__dirname, '../src');

let database: TestDatabase;
beforeAll(async () => (database = await createTestDatabase()), 240_000);
afterAll(() => database.drop());

test('every SQL block is read, and returns the rows that its module declares', async () => {
  const statements = statementsOf(SOURCES);
  expect(unreadBlocks(SOURCES, statements.read)).toEqual([]);
  expect(statements.read.length).toBeGreaterThan(25);
  expect(await rowFaults(database.url, statements)).toEqual([]);
});
