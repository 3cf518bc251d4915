import { type ChildProcess, exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { importRecords } from '../../apps/reporting/src/import/import-records';
import { exampleFolder, sourcesOf } from '../../apps/reporting/test/import/test-folder';
import { openEmbeddedServer } from '../../packages/db/src/embedded/embedded-server';
import {
  connect,
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../packages/db/testing';
import { freePort } from '../../packages/db/testing/free-port';
import { onServer } from '../../packages/db/testing/on-server';

const START = path.join(__dirname, '..', 'start.mjs');

let dataDir: string;
let children: ChildProcess[];
let ports: { VERSIONING_PORT: string; REPORTING_PORT: string };
beforeEach(async () => {
  children = [];
  const [versioning, reporting] = await Promise.all([freePort(), freePort()]);
  ports = { VERSIONING_PORT: String(versioning), REPORTING_PORT: String(reporting) };
  dataDir = await mkdtemp(path.join(tmpdir(), 'start-'));
});
afterEach(async () => {
  for (const child of children) await stop(child);
  await rm(dataDir, { recursive: true, force: true });
});

type Started = ChildProcess & { printed: () => string; errors: () => string };

function start(
  env: Record<string, string>,
  [program, ...args] = [process.execPath, START],
  detached = false,
): Started {
  const child = spawn(program, args, {
    detached,
    env: { ...process.env, DATABASE_URL: '', ...ports, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (data: Buffer) => (output[name] += data.toString()));
  return Object.assign(child, { printed: () => output.stdout, errors: () => output.stderr });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Starts everything, stops it once it is running, and returns the output. */
async function greeting(env: Record<string, string>): Promise<string> {
  const child = start(env);
  await untilGreeted(child);
  await stop(child);
  return child.printed();
}

async function untilGreeted(child: Started): Promise<void> {
  const exited = once(child, 'exit');
  while (!child.printed().includes('Ctrl-C stops everything')) {
    await Promise.race([exited, once(child.stdout!, 'data')]);
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`npm start exited: ${child.errors()}${child.printed()}`);
    }
  }
}

async function failure(env: Record<string, string>): Promise<string> {
  const child = start(env);
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(1);
  expect(child.printed()).toBe('');
  return child.errors().trimEnd();
}

/** Removes the data of an embedded server that could not use `dataDir`, which only root can access. */
async function removeElsewhere(directory: string): Promise<void> {
  if (!directory.startsWith(dataDir)) await rm(directory, { recursive: true });
}

describe('a fault is reported in one sentence before anything starts', () => {
  /** Closes connections without a response. */
  let other: Server;
  /** Accepts connections but never responds. */
  let silent: Server;
  /** Agrees to TLS but does not speak it. */
  let garbled: Server;
  const accepted = new Set<Socket>();
  beforeAll(async () => {
    other = createServer(socket => socket.destroy()).listen(0, '127.0.0.1');
    silent = createServer(socket => accepted.add(socket)).listen(0, '127.0.0.1');
    garbled = createServer(socket =>
      socket.once('data', () => {
        socket.write('S');
        socket.once('data', () => socket.end('no TLS'));
      }),
    ).listen(0, '127.0.0.1');
    await Promise.all([other, silent, garbled].map(server => once(server, 'listening')));
  });
  afterAll(() => {
    for (const socket of accepted) socket.destroy();
    for (const server of [other, silent, garbled]) server.close();
  });
  const portOf = (server: Server) => String((server.address() as AddressInfo).port);

  const url = (text: string) => ({ DATABASE_URL: text });
  test.each<[string, () => Record<string, string>, RegExp]>([
    [
      'an unknown host',
      () => url('postgresql://a:b@nowhere.invalid/x'),
      /^The database in DATABASE_URL cannot be used: .*(nowhere\.invalid|timeout expired)$/,
    ],
    [
      'a port without a server',
      () => url('postgresql://a:b@127.0.0.1:1/x'),
      /^The database in DATABASE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1$/,
    ],
    [
      'a server other than PostgreSQL',
      () => url(`postgresql://a:b@127.0.0.1:${portOf(other)}/x`),
      /^The database in DATABASE_URL cannot be used: (Connection terminated unexpectedly|read ECONNRESET)$/,
    ],
    [
      'a server that never responds',
      () => url(`postgresql://a:b@127.0.0.1:${portOf(silent)}/x`),
      /^The database in DATABASE_URL cannot be used: timeout expired$/,
    ],
    [
      'a server with failing TLS',
      () => url(`postgresql://a:b@127.0.0.1:${portOf(garbled)}/x?sslmode=require`),
      /^The database in DATABASE_URL cannot be used: .*(wrong version number|packet length)/is,
    ],
    [
      'a URL of another database system',
      () => url('mysql://a:b@127.0.0.1/x'),
      /^DATABASE_URL must be a PostgreSQL URL such as \S+\.$/,
    ],
    [
      'a password that ends the host early',
      () => url('postgresql://a:p@ss/w#rd@127.0.0.1/x'),
      /^DATABASE_URL has characters that end its host early: write \/ as %2F, .* in the password\.$/,
    ],
    [
      'a folder that is not writable',
      () => ({ DATA_DIR: path.join(START, 'data') }),
      /^DATA_DIR is \S+, which is not writable \(ENOTDIR\)\.$/,
    ],
    [
      'a URL without a database',
      () => url('postgresql://a:b@127.0.0.1'),
      /^DATABASE_URL must be a PostgreSQL URL such as \S+\.$/,
    ],
    [
      'a port that is in use',
      () => ({ REPORTING_PORT: portOf(other) }),
      /^Port \d+ is in use; stop the program that uses it, or set REPORTING_PORT\.$/,
    ],
    [
      'an invalid port',
      () => ({ VERSIONING_PORT: '0' }),
      /^VERSIONING_PORT must be a whole number from 1 to 65535\.$/,
    ],
    [
      'the same port for both services',
      () => ({ VERSIONING_PORT: ports.REPORTING_PORT }),
      /^VERSIONING_PORT and REPORTING_PORT must differ; both are \d+\.$/,
    ],
    ['an unknown demo', () => ({ DEMO: 'huge' }), /^DEMO must be small or none\.$/],
  ])('%s', async (_, env, sentence) => {
    expect(await failure(env())).toMatch(sentence);
  });

  test('a database that does not exist', async () => {
    const database = await createEmptyDatabase();
    const other = new URL(database.url);
    other.pathname = '/does_not_exist';
    expect(await failure(url(other.href))).toMatch(
      /^The database in DATABASE_URL cannot be used: database "does_not_exist" does not exist$/,
    );
    await database.drop();
  });

  test('a user without the privilege to create schemas', async () => {
    const database = await createEmptyDatabase();
    await onServer(
      database.url,
      `alter database ${new URL(database.url).pathname.slice(1)} set role = 'pg_monitor'`,
    );
    const sentence = await failure(url(database.url));
    await database.drop();
    expect(sentence).toBe(
      'The user in DATABASE_URL lacks a privilege; migrations create schemas and tables: permission denied for schema public',
    );
  });

  test('a password that the server rejects', async () => {
    // Uses its own server, because that in DATABASE_URL may not require a password.
    const server = await openEmbeddedServer(dataDir, { durable: false });
    const wrong = new URL(server.url);
    wrong.password = 'wrong';
    const sentence = await failure(url(wrong.href));
    await server.close();
    await removeElsewhere(server.directory);
    expect(sentence).toBe(
      'The database in DATABASE_URL cannot be used: password authentication failed for user "postgres"',
    );
  });
});

/**
 * As in a terminal, where Ctrl-C signals the whole process group. Returns what was printed, with the responses to its
 * commands and the folder of the database.
 */
async function visit() {
  const first = await freePort();
  const npm = start({ METRICS_PORT: String(first) }, ['npm', 'start'], true);
  await untilGreeted(npm);
  const text = npm.printed();
  const commands = text.match(/(?<=^ *)curl .*/gm)!;
  const versions: string[] = [];
  for (const command of commands) {
    const { stdout } = await promisify(exec)(`${command} -fsS`);
    const { Version } = JSON.parse(stdout) as { Version?: string };
    if (Version !== undefined) versions.push(Version);
  }
  for (const [index, service] of ['versioning', 'reporting'].entries()) {
    const metrics = await fetch(`http://127.0.0.1:${first + index}/metrics`);
    expect(await metrics.text()).toContain(`${service}_build_info`);
  }
  process.kill(-npm.pid!, 'SIGINT');
  while (isRunning(npm.pid!)) await wait(50);
  const elsewhere = /data is kept in (\/var\/lib\/embedded-postgres\/\w+)/.exec(text)?.[1];
  const directory = elsewhere ?? path.join(dataDir, 'postgres');
  expect(existsSync(path.join(directory, 'data'))).toBe(true);
  expect(existsSync(path.join(directory, 'data', 'postmaster.pid'))).toBe(false);
  return { text, commands, versions, directory };
}

function isRunning(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

test('the printed commands work, Ctrl-C stops everything, and the next start continues with the same credentials', async () => {
  const before = await visit();
  // The embedded database is seeded, even for root in a private folder, and its location is printed.
  expect(before.text).toContain('organization aurora-energy');
  expect(before.text).toMatch(/An API key for versioning: \S+/);
  expect(before.text).toMatch(/e-mail demo@aurora-energy\.example {3}password \S+\n/);
  expect(before.text).toMatch(/e-mail operator@aurora-energy\.example {3}password \S+\n/);
  expect((await stat(path.join(dataDir, 'credentials.json'))).mode & 0o777).toBe(0o600);
  expect(!before.directory.startsWith(dataDir)).toBe(process.getuid?.() === 0);

  const after = await visit();
  expect(before.versions).toEqual(['0.1.0', '0.1.0']);
  expect(after.versions).toEqual(['0.2.0', '0.2.0']);
  expect(after.commands).toEqual(before.commands);
  await removeElsewhere(before.directory);
}, 240_000);

describe('with DATABASE_URL', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const organizations = async () => {
    const db = connect(database.url);
    const found = await db.prisma.company.findMany({ select: { handle: true } });
    await db.close();
    return found.map(({ handle }) => handle).sort();
  };

  test('the demo is loaded only with DEMO=small, and credentials are saved per database', async () => {
    const plain = await greeting({ DATABASE_URL: database.url, DEMO: '' });
    expect(plain).toContain('No demo data was added');
    expect(await organizations()).toEqual([]);

    const seeded = await greeting({ DATABASE_URL: database.url, DEMO: 'small' });
    expect(seeded).toContain('organization aurora-energy');
    expect(await organizations()).toEqual(['aurora-energy']);

    const kept = JSON.parse(
      await readFile(path.join(dataDir, 'credentials.json'), 'utf8'),
    ) as object;
    const { host, pathname } = new URL(database.url);
    expect(Object.keys(kept)).toEqual([`${host}${pathname}`]);
  }, 120_000);

  test('a database with organizations is not seeded', async () => {
    const db = connect(database.url);
    await importRecords(db, sourcesOf(exampleFolder()), { source: 'test' });
    await db.close();
    const before = await organizations();
    await greeting({ DATABASE_URL: database.url, DEMO: 'small' });
    expect(await organizations()).toEqual(before);
  }, 120_000);
});
