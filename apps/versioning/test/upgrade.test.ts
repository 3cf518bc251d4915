import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { connect, createEmptyDatabase } from '@platform/db/testing';
import { startTestApp } from './start-test-app';

const folder = path.join(__dirname, '../../../packages/db/prisma/migrations');
const migrations = readdirSync(folder)
  .filter(name => /^\d/.test(name))
  .sort();
const releases = migrations.findIndex(name => name.endsWith('_releases'));
const scriptOf = (name: string) => readFileSync(path.join(folder, name, 'migration.sql'), 'utf8');

/** Writes a change like the previous release, with the columns that it knows. */
const insertChange = `insert into versioning.package_change
  (package_id, revision, component, major, minor, patch, at, key_name)
  select id, $2, $3::versioning.component, $4, $5, $6, now(), 'old'
  from versioning.package where slug = $1`;
const insertPackage = `insert into versioning.package (slug, name, major, minor, patch, revision)
  values ($1, $1, $2, $3, $4, $5)`;

test('a history with a duplicate version is kept and marked, and the version is not assigned again', async () => {
  const database = await createEmptyDatabase();
  const old = connect(database.url);
  for (const name of migrations.slice(0, releases)) await old.pool.query(scriptOf(name));
  await old.pool.query(insertPackage, ['twice', 0, 2, 0, 5]);
  const changes = [
    ['Minor', 0, 1, 0],
    ['Minor', 0, 2, 0],
    ['Set', 0, 1, 0],
    ['Minor', 0, 2, 0],
    ['Set', 0, 2, 0],
  ];
  for (const [index, change] of changes.entries()) {
    await old.pool.query(insertChange, ['twice', index + 1, ...change]);
  }
  for (const name of migrations.slice(releases)) await old.pool.query(scriptOf(name));
  const { rows } = await old.pool.query<{ is_repeat: boolean | null }>(
    'select is_repeat from versioning.package_change order by revision',
  );
  expect(rows.map(row => row.is_repeat)).toEqual([null, null, true, true, true]);
  const app = await startTestApp({ DATABASE_URL: database.url });
  const history = await app.call('GET', '/api/packages/twice/history');
  expect(history.body.map(({ Version }: { Version: string }) => Version)).toEqual([
    '0.2.0',
    '0.2.0',
    '0.1.0',
    '0.2.0',
    '0.1.0',
  ]);
  await app.call('PUT', '/api/packages/twice/version', { body: { Version: '0.1.0', Force: true } });
  const reply = await app.call('POST', '/api/packages/twice/increment/minor');
  expect(reply.body.Version).toBe('0.3.0');
  await app.close();
  await old.close();
  await database.drop();
});

test('the previous release can write concurrently with this one, and no version is assigned twice', async () => {
  const app = await startTestApp();
  const increment = async (component: string) =>
    (await app.call('POST', `/api/packages/mixed/increment/${component}`)).body.Version as string;
  const old = connect(app.databaseUrl);
  const write = async (revision: number, component: string, ...version: number[]) => {
    await old.pool.query(insertChange, ['mixed', revision, component, ...version]);
    await old.pool.query(
      `update versioning.package set major = $2, minor = $3, patch = $4, revision = $5 where slug = $1`,
      ['mixed', ...version, revision],
    );
  };
  await old.pool.query(insertPackage, ['mixed', 0, 1, 0, 1]);
  await write(1, 'Minor', 0, 1, 0);
  expect(await increment('minor')).toBe('0.2.0');
  await write(3, 'Set', 0, 4, 0);
  await write(4, 'Set', 0, 1, 0);
  await write(5, 'Set', 0, 1, 0);
  expect(await increment('minor')).toBe('0.3.0');
  await expect(write(7, 'Minor', 0, 2, 0)).rejects.toThrow('package_change_release_key');
  expect([await increment('minor'), await increment('minor')]).toEqual(['0.5.0', '0.6.0']);
  const read = () => app.call('GET', '/api/packages/mixed/version');
  const tag = (await read()).headers.get('etag');
  await write(9, 'Patch', 0, 6, 1);
  expect((await read()).headers.get('etag')).not.toBe(tag);
  await old.close();
  await app.close();
});

test('a request is replayed across an upgrade, whichever release responded first', async () => {
  const app = await startTestApp();
  const take = async (key: string, commit: string) => {
    const headers = { 'idempotency-key': key, 'build-commit': commit };
    const { body } = await app.call('POST', '/api/packages/once/increment/patch', { headers });
    return (body.Version ?? body.Code) as string;
  };
  expect([await take('old', 'aaaaaaa'), await take('new', 'aaaaaaa')]).toEqual(['0.0.1', '0.0.2']);
  const { idempotencyRecord } = app.context.db.prisma;
  // As written by the previous release, with the fingerprint by which it recognizes a request.
  await idempotencyRecord.updateMany({ where: { key: 'old' }, data: { commit: null } });
  const request = JSON.stringify(['POST', '/api/packages/once/increment/patch', null]);
  const { fingerprint } = await idempotencyRecord.findFirstOrThrow({ where: { key: 'new' } });
  expect(Buffer.from(fingerprint)).toEqual(createHash('sha256').update(request).digest());
  expect([await take('old', 'bbbbbbb'), await take('new', 'bbbbbbb')]).toEqual([
    '0.0.1',
    'idempotency-mismatch',
  ]);
  await app.close();
});
