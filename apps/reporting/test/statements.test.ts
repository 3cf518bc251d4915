import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@platform/db/testing';
import { rowFaults, statementsOf, unreadBlocks } from '@platform/db/testing/statement-rows';

const SOURCES = path.join(__dirname, '../src');

/** What an import creates for its transaction. */
const TEMPORARY =
  /relation "(staged_\w+|changed_\w+|listed\w*|replaced|allowed_company|leaving|account_change)" does not exist$/;

/** Blocks whose names are computed: by record file, by section of an export, and by step. */
const BY_VARIABLE =
  /^(export|export-statements|accounts|companies|compliance-snapshots|members|monthly-statistics|profile-assignments|stage-list)\.sql /;

let database: TestDatabase;
let statements: ReturnType<typeof statementsOf>;
beforeAll(async () => {
  database = await createTestDatabase();
  statements = statementsOf(SOURCES);
}, 240_000);
afterAll(() => database.drop());

test('every statement gives the rows that its module reads', async () => {
  expect(statements.read.length).toBeGreaterThan(150);
  const faults = await rowFaults(database.url, statements);
  expect(faults.filter(fault => !TEMPORARY.test(fault))).toEqual([]);
});

test('every block of SQL is read', () => {
  const unread = unreadBlocks(SOURCES, statements.read);
  expect(unread.filter(block => !BY_VARIABLE.test(block))).toEqual([]);
});
