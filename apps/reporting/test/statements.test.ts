import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@platform/db/testing';
import { rowFaults, statementsOf, unreadBlocks } from '@platform/db/testing/statement-rows';

const SOURCES = path.join(__dirname, '../src');

/** The error for the temporary tables that an import creates in its transaction. */
const TEMPORARY_TABLE =
  /relation "(staged_\w+|changed_\w+|listed\w*|replaced|allowed_company|leaving|account_change|outside_member)" does not exist$/;

/** Blocks whose names are computed from the record file, the section of an export or the step. */
const COMPUTED_NAME =
  /^(export|export-statements|accounts|companies|compliance-snapshots|members|monthly-statistics|profile-assignments|stage-list)\.sql /;

let database: TestDatabase;
let statements: ReturnType<typeof statementsOf>;
beforeAll(async () => {
  database = await createTestDatabase();
  statements = statementsOf(SOURCES);
}, 240_000);
afterAll(() => database.drop());

test('every statement returns the columns that its module reads', async () => {
  expect(statements.read.length).toBeGreaterThan(150);
  const faults = await rowFaults(database.url, statements);
  expect(faults.filter(fault => !TEMPORARY_TABLE.test(fault))).toEqual([]);
});

test('every block of SQL is used by a module', () => {
  const unread = unreadBlocks(SOURCES, statements.read);
  expect(unread.filter(block => !COMPUTED_NAME.test(block))).toEqual([]);
});
