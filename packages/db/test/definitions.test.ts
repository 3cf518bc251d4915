import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Definitions, migrate, pendingMigrations, readDefinitions } from '../src';
import { createTestDatabase, type TestDatabase } from '../testing';
import { onServer } from '../testing/on-server';

const folder = mkdtempSync(path.join(tmpdir(), 'definitions-'));
afterAll(() => rmSync(folder, { recursive: true }));

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

/** Definitions with a function `answer` that returns `value`, followed by `others`. */
function release(version: string, value: number, ...others: string[]): Definitions {
  const texts = [
    `create or replace function answer() returns integer language sql return ${value};`,
    ...others,
  ];
  const files = texts.map((_, place) => `${place}.define.sql`);
  for (const [place, text] of texts.entries())
    writeFileSync(path.join(folder, files[place]!), text);
  return readDefinitions(folder, { owner: 'test', release: version, files });
}

async function answer(): Promise<number> {
  const [row] = await onServer<{ value: number }>(database.url, 'select answer() as value');
  return row!.value;
}

test('replicas that migrate concurrently apply a changed definition once', async () => {
  await migrate(database.url, release('1.0.0', 1));
  const changed = release('1.0.0', 2);
  expect(await pendingMigrations(database.url, changed)).toEqual(['definitions of test 1.0.0']);
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.url, changed)));
  expect(applied.flat()).toEqual(['definitions of test 1.0.0']);
  expect(await answer()).toBe(2);
  expect(await pendingMigrations(database.url, changed)).toEqual([]);
});

test('an older release keeps newer definitions and reports nothing as pending', async () => {
  const older = release('1.9.0', 1);
  const newer = release('1.10.0', 2);
  expect(await migrate(database.url, older)).toHaveLength(1);
  expect(await migrate(database.url, newer)).toHaveLength(1);
  expect(await pendingMigrations(database.url, older)).toEqual([]);
  expect(await migrate(database.url, older)).toEqual([]);
  expect(await answer()).toBe(2);
});

test('a release candidate counts as its release', async () => {
  expect(await migrate(database.url, release('2.0.0-rc.1', 1))).toHaveLength(1);
  expect(await migrate(database.url, release('1.9.0', 2))).toEqual([]);
  expect(await migrate(database.url, release('2.0.0', 3))).toHaveLength(1);
  expect(await answer()).toBe(3);
});

test('if one file fails, the previous definitions remain', async () => {
  await migrate(database.url, release('1.0.0', 1));
  const broken = release('1.1.0', 2, 'create function');
  await expect(migrate(database.url, broken)).rejects.toThrow(
    'definitions of test 1.1.0: 1.define.sql failed; nothing was applied.',
  );
  expect(await answer()).toBe(1);
  expect(await pendingMigrations(database.url, broken)).toHaveLength(1);
});

test('if the connection is lost while applying, the previous definitions remain', async () => {
  await migrate(database.url, release('1.0.0', 1));
  const dying = release('1.1.0', 2, 'select pg_terminate_backend(pg_backend_pid());');
  await expect(migrate(database.url, dying)).rejects.toThrow();
  expect(await answer()).toBe(1);
  expect(await migrate(database.url, release('1.1.0', 2))).toHaveLength(1);
});
