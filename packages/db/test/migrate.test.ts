import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { migrate, pendingMigrations } from '../src';
import { databaseUrl, onServer, SERVER } from '../testing/template';

const server = process.env[SERVER]!;
const name = `test_migrate_${process.pid}`;
const url = databaseUrl(server, name);
beforeEach(() => onServer(server, `create database ${name}`));
afterEach(() => onServer(server, `drop database ${name} with (force)`));

test('five replicas migrating at once apply each migration once', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
  expect(applied.flat().sort()).toEqual([...new Set(applied.flat())]);
  expect(applied.filter(names => names.length > 0)).toHaveLength(1);
  expect(await migrate(url)).toEqual([]);
});

test('what is pending is told before and after', async () => {
  expect((await pendingMigrations(url)).length).toBeGreaterThan(0);
  await migrate(url);
  expect(await pendingMigrations(url)).toEqual([]);
});

test('a migration that was changed after it was applied is refused', async () => {
  await migrate(url);
  await onServer(url, "update _prisma_migrations set checksum = 'another'");
  await expect(migrate(url)).rejects.toThrow(/was changed after it was applied/);
});

test("prisma's own command line finds the database up to date and the schema without drift", async () => {
  await migrate(url);
  const prisma = (...args: string[]) =>
    promisify(execFile)(process.execPath, [require.resolve('prisma/build/index.js'), ...args], {
      cwd: path.join(__dirname, '..'),
      env: { ...process.env, DATABASE_URL: url },
    });
  expect((await prisma('migrate', 'status')).stdout).toMatch(/up to date/);
  const drift = await prisma(
    'migrate',
    'diff',
    '--from-config-datasource',
    '--to-schema',
    'prisma/schema',
    '--script',
  );
  expect(drift.stdout).toMatch(/This is an empty migration/);
});
