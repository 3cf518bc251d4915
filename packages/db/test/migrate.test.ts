import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { isDatabaseUnavailable, migrate, pendingMigrations } from '../src';
import { createEmptyDatabase, type TestDatabase, tcpProxy } from '../testing';
import { onServer, untilConnection, untilNoConnection } from '../testing/on-server';

let database: TestDatabase;
let url: string;
beforeEach(async () => {
  database = await createEmptyDatabase();
  ({ url } = database);
});
afterEach(() => database.drop());

test('five replicas migrating concurrently apply each migration once', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
  expect(applied.flat().sort()).toEqual([...new Set(applied.flat())].sort());
  expect(await migrate(url)).toEqual([]);
});

test('a server that accepts connections but never responds is unreachable', async () => {
  const proxy = await tcpProxy(url);
  proxy.hang();
  const failure = await pendingMigrations(proxy.url).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  await proxy.close();
});

test.each([
  [
    "role = 'pg_monitor'",
    'The user in DATABASE_URL lacks a privilege; migrations create schemas and tables:',
  ],
  [
    'default_transaction_read_only = on',
    'The database in DATABASE_URL is read-only; use the URL of the primary:',
  ],
])('explains the failure for a database with %s', async (setting, sentence) => {
  const { directUrl } = database;
  await onServer(directUrl, `alter database ${new URL(url).pathname.slice(1)} set ${setting}`);
  await expect(migrate(directUrl)).rejects.toThrow(sentence);
});

test('no migrations are pending after migrating', async () => {
  expect((await pendingMigrations(url)).length).toBeGreaterThan(0);
  await migrate(url);
  expect(await pendingMigrations(url)).toEqual([]);
});

test('a migration changed after it was applied is rejected', async () => {
  await migrate(url);
  await onServer(url, "update _prisma_migrations set checksum = 'another'");
  await expect(migrate(url)).rejects.toThrow(/was changed after it was applied/);
});

const LAST_OF_PREVIOUS_RELEASE = '20261124103000_import_ignored';

/** Applies the migrations of the previous release, or those since. */
async function apply(isSince: boolean): Promise<void> {
  const folder = path.join(__dirname, '..', 'prisma', 'migrations');
  const names = readdirSync(folder).filter(name => /^\d/.test(name));
  const applied = names.filter(name => name > LAST_OF_PREVIOUS_RELEASE === isSince);
  for (const name of applied.sort())
    await onServer(url, readFileSync(path.join(folder, name, 'migration.sql'), 'utf8'));
}

test('the migrations apply to the previous release with its function of a row of import_run', async () => {
  await apply(false);
  await onServer(
    url,
    `create function reporting.import_run_is_lost(run reporting.import_run) returns boolean
      language sql stable return run.finished_at is null`,
  );
  await apply(true);
  const callers = 'select reporting.import_run_is_lost(run) from reporting.import_run as run';
  expect(await onServer(url, callers)).toEqual([]);
});

// Its replicas have prepared statements, which fail once their results have another type.
test('the columns of the previous release keep their types', async () => {
  const columns = `select attrelid::regclass::text || '.' || attname || ' ' || format_type(atttypid, atttypmod) as is
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace in ('reporting'::regnamespace, 'versioning'::regnamespace)
      and relkind = 'r' and attnum > 0 and not attisdropped`;
  await apply(false);
  const before = await onServer(url, columns);
  await apply(true);
  expect(await onServer(url, columns)).toEqual(expect.arrayContaining(before));
});

test('a replica that dies while holding the lock does not block the others', async () => {
  const { directUrl } = database;
  const dying = new Client({ connectionString: directUrl });
  dying.on('error', () => undefined);
  await dying.connect();
  const { rows } = await dying.query<{ pid: number }>(
    'select pg_backend_pid() as pid, pg_advisory_lock(72707369)',
  );
  const waiting = migrate(directUrl);
  await untilConnection(directUrl, "wait_event_type = 'Lock'");
  await onServer(directUrl, `select pg_terminate_backend(${rows[0]!.pid})`);
  expect((await waiting).length).toBeGreaterThan(0);
});

test('aborting the signal ends a migration that waits, even for a server that no longer responds', async () => {
  const { directUrl } = database;
  const holder = new Client({ connectionString: directUrl });
  await holder.connect();
  await holder.query('select pg_advisory_lock(72707369)');
  const proxy = await tcpProxy(directUrl);
  for (const isHanging of [false, true]) {
    const stopping = new AbortController();
    const waiting = migrate(proxy.url, null, stopping.signal);
    await untilConnection(directUrl, "wait_event_type = 'Lock'");
    if (isHanging) proxy.hang();
    stopping.abort();
    await expect(waiting).rejects.toBe(stopping.signal.reason);
    // The server has cancelled the statement of the first.
    if (!isHanging) await untilNoConnection(directUrl, "wait_event_type = 'Lock'");
  }
  await proxy.close();
  await holder.end();
});

describe("prisma's own command line", () => {
  const prisma = async (...args: string[]) => {
    const program = require.resolve('prisma/build/index.js');
    const options = { cwd: path.join(__dirname, '..'), env: { ...process.env, DATABASE_URL: url } };
    return (await promisify(execFile)(process.execPath, [program, ...args], options)).stdout;
  };
  const compare = ['migrate', 'diff', '--from-config-datasource', '--to-schema', 'prisma/schema'];

  test('reports the database as up to date and the schema as free of drift', async () => {
    await migrate(url);
    const [status, drift] = await Promise.all([
      prisma('migrate', 'status'),
      prisma(...compare, '--script'),
    ]);
    expect(status).toMatch(/up to date/);
    expect(drift).toMatch(/This is an empty migration/);
  });
});
