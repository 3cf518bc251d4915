import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import {
  connect,
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '@platform/db/testing';
import { DEFAULT_OVERLAP } from '../src/api-keys/keys';
import { parseOverlap } from '../src/api-keys/keys-command';
import { runVersioning } from './run-program';
import { startTestApp } from './start-test-app';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const versioning = (...args: string[]) => runVersioning(args, { DATABASE_URL: database.url });

test('keys create prints only the key, which keys list shows by its prefix', async () => {
  const created = await versioning(
    'keys',
    'create',
    '--name',
    'ci',
    '--slugs',
    'team-a-*,shop',
    '--slugs',
    'till',
    '--expires',
    '90d',
  );
  expect(created.code).toBe(0);
  expect(created.stdout).toMatch(/^vrk_test_[A-Za-z0-9_-]{43}\n$/);
  const key = created.stdout.trim();
  const [record] = JSON.parse((await versioning('keys', 'list', '--json')).stdout) as Record<
    string,
    string
  >[];
  expect(record).toMatchObject({
    prefix: key.slice(0, 17),
    name: 'ci',
    scopes: ['read', 'write'],
    slugPatterns: ['team-a-*', 'shop', 'till'],
    revokedAt: null,
    lastUsedAt: null,
  });
  expect(Date.parse(record!.expiresAt!) - Date.now()).toBeGreaterThan(89 * 86_400_000);
  expect(JSON.stringify(record)).not.toContain(key);
  expect((await versioning('keys', 'list')).stdout).toContain(key.slice(0, 17));
});

test.each([
  [['--only-pre', '--lines', '1.4,2', '--no-create'], { PreReleases: 'only', Lines: ['1.4', '2'] }],
  [['--no-create'], {}],
  [[], null],
])('keys create %j issues a key with the rules %j', async (options, allows) => {
  const name = `ruled${options.join('')}`;
  expect((await versioning('keys', 'create', '--name', name, ...options)).code).toBe(0);
  const { stdout } = await versioning('keys', 'list', '--json');
  expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ name, allows }));
});

test('keys create refuses names that the service uses', async () => {
  const { code, stdout, stderr } = await versioning('keys', 'create', '--name', 'command line');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Name must be different: command line');
});

test('keys revoke accepts a prefix, refuses an ambiguous one, and revokes the key', async () => {
  const app = await startTestApp({ DATABASE_URL: database.url });
  const [one, other] = await Promise.all([
    app.issueKey({ name: 'one' }),
    app.issueKey({ name: 'other' }),
  ]);
  const ambiguous = await versioning('keys', 'revoke', 'vrk_test_');
  expect([ambiguous.code, ambiguous.stderr]).toEqual([1, expect.stringContaining('ambiguous')]);
  expect((await app.call('GET', '/api/packages', { key: one })).status).toBe(200);

  expect((await versioning('keys', 'revoke', one.slice(0, 17))).code).toBe(0);
  expect((await app.call('GET', '/api/packages', { key: one })).status).toBe(401);
  expect((await app.call('GET', '/api/packages', { key: other })).status).toBe(200);
  expect((await versioning('keys', 'revoke', one.slice(0, 17))).code).toBe(1);
  await app.close();
});

test('an underscore in a prefix is not a wildcard', async () => {
  const app = await startTestApp({ DATABASE_URL: database.url });
  const key = await app.issueKey({ name: 'kept' });
  await app.context.db.prisma.apiKey.updateMany({
    where: { name: 'kept' },
    data: { prefix: 'vrk_test_Qx345678' },
  });
  const { code, stderr } = await versioning('keys', 'revoke', 'vrk_test_Q_');
  expect([code, stderr]).toEqual([1, expect.stringContaining('No active key begins with')]);
  expect((await app.call('GET', '/api/packages', { key })).status).toBe(200);
  await app.close();
});

test('keys rotate prints a new secret, and the previous one works during the overlap', async () => {
  const app = await startTestApp({ DATABASE_URL: database.url });
  const key = await app.issueKey({ name: 'leaked' });
  const statusOf = async (secret: string) =>
    (await app.call('GET', '/api/packages', { key: secret })).status;
  const once = (await versioning('keys', 'rotate', key.slice(0, 17))).stdout.trim();
  expect([await statusOf(key), await statusOf(once)]).toEqual([200, 200]);
  const last = await versioning('keys', 'rotate', once.slice(0, 17), '--overlap', '0m');
  expect([await statusOf(key), await statusOf(once)]).toEqual([401, 401]);
  expect(await statusOf(last.stdout.trim())).toBe(200);
  await app.close();
});

test('the default overlap in the help of keys rotate is a valid option value', async () => {
  const { stdout } = await versioning('keys', 'rotate', '--help');
  const [, overlap] = /default:\s+(\w+)/.exec(stdout)!;
  expect(parseOverlap(overlap!)).toBe(DEFAULT_OVERLAP);
});

test('keys revoke finds a key by a secret from before its rotation', async () => {
  const app = await startTestApp({ DATABASE_URL: database.url });
  const leaked = await app.issueKey({ name: 'rotated since', scopes: ['read', 'keys'] });
  const { id } = await app.context.db.prisma.apiKey.findFirstOrThrow({
    where: { prefix: leaked.slice(0, 17) },
  });
  const rotate = async (key: string) =>
    (await app.call('POST', `/api/keys/${id}/rotate`, { key })).body.Key as string;
  const kept = await rotate(await rotate(leaked));
  expect(await versioning('keys', 'revoke', leaked)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('(rotated since)'),
    stderr: '',
  });
  expect((await app.call('GET', '/api/packages', { key: kept })).status).toBe(401);
  await app.close();
});

test('keys revoke --issued-before revokes keys revived by a restored dump, and --all the rest', async () => {
  const app = await startTestApp({ DATABASE_URL: database.url });
  const [revived, rotated, issued] = [
    await app.issueKey({ name: 'revived' }),
    await app.issueKey({ name: 'rotated' }),
    await app.issueKey({ name: 'issued' }),
  ];
  const { prisma } = app.context.db;
  const past = new Date(Date.now() - 86_400_000);
  await prisma.apiKey.updateMany({ data: { createdAt: past }, where: { name: { not: 'issued' } } });
  await prisma.apiKey.updateMany({ data: { rotatedAt: new Date() }, where: { name: 'rotated' } });
  const works = () =>
    Promise.all(
      [revived, rotated, issued].map(
        async key => (await app.call('GET', '/api/packages', { key })).status === 200,
      ),
    );
  const { rows } = await app.context.db.pool.query<{ time: string }>(
    "select (now() - interval '1 hour')::text as time",
  );
  const { code, stdout } = await versioning('keys', 'revoke', '--issued-before', rows[0]!.time);
  expect([code, stdout]).toEqual([0, expect.stringContaining('(revived)')]);
  expect(await works()).toEqual([false, true, true]);
  expect((await versioning('keys', 'revoke', '--all')).code).toBe(0);
  expect(await works()).toEqual([false, false, false]);
  await app.close();
});

test('keys revoke --issued-before ends the former secrets of keys rotated since', async () => {
  const app = await startTestApp({ DATABASE_URL: database.url });
  const leaked = await app.issueKey({ name: 'rotated after a leak' });
  await app.context.db.prisma.apiKey.updateMany({
    data: { createdAt: new Date(Date.now() - 86_400_000) },
    where: { name: 'rotated after a leak' },
  });
  const leakedAt = new Date(Date.now() - 3_600_000).toISOString();
  const { stdout: secret } = await versioning('keys', 'rotate', leaked.slice(0, 17));
  const { code, stdout } = await versioning('keys', 'revoke', '--issued-before', leakedAt);
  const statuses = await Promise.all(
    [leaked, secret.trim()].map(
      async key => (await app.call('GET', '/api/packages', { key })).status,
    ),
  );
  await app.close();
  expect([code, stdout]).toEqual([0, expect.stringContaining('(rotated after a leak)')]);
  expect(statuses).toEqual([401, 200]);
});

test('keys revoke --issued-before --json lists ended former secrets, which are audited', async () => {
  const app = await startTestApp({ DATABASE_URL: database.url });
  const { prisma } = app.context.db;
  await prisma.apiKey.updateMany({ data: { revokedAt: new Date() }, where: { revokedAt: null } });
  const leaked = await app.issueKey({ name: 'rotated and audited' });
  await prisma.apiKey.updateMany({
    data: { createdAt: new Date(Date.now() - 86_400_000) },
    where: { name: 'rotated and audited' },
  });
  const leakedAt = new Date(Date.now() - 3_600_000).toISOString();
  const { stdout: secret } = await versioning('keys', 'rotate', leaked.slice(0, 17));
  const { stdout } = await versioning('keys', 'revoke', '--issued-before', leakedAt, '--json');
  const events = await prisma.keyEvent.findMany({
    where: { keyName: 'rotated and audited', kind: 'FormerSecretEnded' },
  });
  await app.close();
  expect(JSON.parse(stdout)).toEqual([
    { name: 'rotated and audited', prefix: secret.slice(0, 17), revoked: 'former secret' },
  ]);
  expect(events).toMatchObject([{ actor: 'command line', actorId: null }]);
});

test('keys revoke --with-rotated also revokes keys rotated by the key and its keys, whichever release recorded it', async () => {
  const app = await startTestApp({ DATABASE_URL: database.url });
  const { prisma } = app.context.db;
  const create = async (name: string, creatorId: number | null = null) => {
    const secret = await app.issueKey({ name });
    const { id } = await prisma.apiKey.findFirstOrThrow({ where: { prefix: secret.slice(0, 17) } });
    await prisma.apiKey.update({ where: { id }, data: { creatorId } });
    return { id, name, secret };
  };
  const rotated = (by: { id: number; name: string }, key: { id: number; name: string }) => ({
    kind: 'KeyRotated',
    actor: by.name,
    keyId: key.id,
    keyName: key.name,
  });
  const leaked = await create('leaked manager');
  const child = await create('child', leaked.id);
  const [ofLeaked, ofChild] = [await create('of leaked'), await create('of child')];
  const untouched = await create('untouched');
  await prisma.keyEvent.createMany({
    data: [
      // As recorded by the previous release.
      rotated(leaked, ofLeaked),
      { ...rotated(child, ofChild), actorId: child.id },
      { ...rotated(leaked, untouched), at: new Date(0) },
      { ...rotated({ ...untouched, name: leaked.name }, untouched), actorId: untouched.id },
    ],
  });
  const { code, stdout } = await versioning(
    'keys',
    'revoke',
    leaked.secret.slice(0, 17),
    '--with-rotated',
    '--json',
  );
  const names = (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
  expect([code, names]).toEqual([0, ['leaked manager', 'child', 'of leaked', 'of child']]);
  const { status } = await app.call('GET', '/api/packages', { key: untouched.secret });
  expect(status).toBe(200);
  await app.close();
});

test.each([
  [['keys', 'create']],
  [['keys', 'create', '--name', ' ']],
  [['keys', 'create', '--name', 'a', '--scope', 'read,fly']],
  [['keys', 'create', '--name', 'a', '--slugs', '*-a']],
  [['keys', 'create', '--name', 'a', '--expires', 'soon']],
  [['keys', 'revoke']],
  [['keys', 'revoke', '--all', '--issued-before', '2026-11-02T14:05:00Z']],
  [['keys', 'revoke', '--issued-before', 'yesterday']],
  [['keys', 'rotate', 'vrk_test_', '--overlap', '8d']],
  [['keys', 'revoke', '']],
  [['keys', 'fly']],
  [['fly']],
  [[]],
])('%j is a usage error', async args => {
  const { code, stderr, stdout } = await versioning(...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).not.toMatch(/\n\s+at \S+ \(/);
});

test('a mistyped command is answered with the likely one and the way to the help, in a few lines', async () => {
  const { stderr } = await versioning('key');
  expect(stderr).toMatch(/Did you mean keys\?/);
  expect(stderr).toContain('versioning --help');
  expect(stderr.trimEnd().split('\n').length).toBeLessThan(5);
});

test('a missing file, and a folder in place of a file, are reported on standard error', async () => {
  expect(await versioning('advance', '/nowhere/releases.txt')).toMatchObject({
    code: 1,
    stderr: '/nowhere/releases.txt: no such file or directory.\n',
  });
  expect(await versioning('advance', __dirname)).toMatchObject({
    code: 1,
    stderr: 'Expected a file in place of a folder.\n',
  });
});

test('a failure is a sentence on standard error', async () => {
  const away = { DATABASE_URL: 'postgresql://postgres@127.0.0.1:9/none' };
  for (const args of [['migrate'], ['keys', 'list'], ['keys', 'create', '--name', 'ci']]) {
    const { code, stderr } = await runVersioning(args, away);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^The database in DATABASE_URL cannot be used: .*(ECONNREFUSED|reach).*\n$/,
      ),
    ]);
    expect(stderr).not.toMatch(/\n\s+at \S+ \(/);
  }
});

test.each([
  ['was never migrated', createEmptyDatabase, 'select'],
  [
    'is behind',
    createTestDatabase,
    `alter table versioning.api_key drop column name cascade;
    delete from _prisma_migrations
    where migration_name = (select max(migration_name) from _prisma_migrations)`,
  ],
])('if the database %s, a command says which command to run', async (_, create, change) => {
  const behind = await create();
  const db = connect(behind.url);
  await db.pool.query(change);
  await db.close();
  const { code, stderr } = await runVersioning(['keys', 'list'], { DATABASE_URL: behind.url });
  await behind.drop();
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^The database has \d+ pending migration\(s\), starting with \d\w+\. Run: versioning migrate /,
    ),
  ]);
});

test('serve reports all configuration errors at once', async () => {
  const { code, stderr } = await runVersioning(['serve'], {
    PORT: 'web',
    TRUST_PROXY: 'true',
    VERSIONING_API_KEYS: 'short',
    RATE_LIMIT_DEFAULT: 'many',
  });
  expect(code).toBe(1);
  for (const name of ['PORT', 'TRUST_PROXY', 'VERSIONING_API_KEYS', 'RATE_LIMIT_DEFAULT']) {
    expect(stderr).toContain(name);
  }
  expect(stderr).not.toContain('short');
});

test('migrate reports what it has done, and if there is nothing to do', async () => {
  expect(await versioning('migrate')).toMatchObject({
    code: 0,
    stdout: 'The database is up to date.\n',
  });
});

test('--help lists every command and setting', async () => {
  const { code, stdout } = await versioning('--help');
  expect(code).toBe(0);
  for (const word of [
    'serve',
    'migrate',
    'keys',
    'DATABASE_URL',
    'SHUTDOWN_GRACE',
    'VERSIONING_API_KEYS',
  ]) {
    expect(stdout).toContain(word);
  }
});

test('a command whose reader has gone exits silently, like other programs', async () => {
  const cli = path.join(__dirname, '..', 'dist', 'cli.js');
  const child = spawn(process.execPath, [cli, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect([said, code]).toEqual(['', 141]);
});

test('a command whose output cannot be written says why in one sentence', async () => {
  const cli = path.join(__dirname, '..', 'dist', 'cli.js');
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [cli, '--help'], { stdio: ['ignore', full, 'pipe'] });
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')]);
  closeSync(full);
  expect([said, code]).toEqual(['The output cannot be written: no space left on device.\n', 1]);
});
