import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { openEmbeddedServer } from '../src/embedded/embedded-server';

let directory: string;
beforeEach(async () => {
  directory = await newDirectory();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function newDirectory() {
  const created = await mkdtemp(path.join(tmpdir(), 'services-embedded-'));
  await chmod(created, 0o755);
  return created;
}

const open = (dataDir = directory) => openEmbeddedServer(dataDir, { durable: false });

/** A server that two processes created at once and stopped, whose data most tests begin with: creating them takes a second. */
let stopped: { readonly directory: string; readonly url: string };
beforeAll(async () => {
  const created = await newDirectory();
  const [one, other] = await Promise.all([open(created), open(created)]);
  await Promise.all([one.close(), other.close()]);
  stopped = { directory: created, url: one.url };
});
afterAll(() => rm(stopped.directory, { recursive: true }));

const copyStopped = () => execFileSync('cp', ['-a', `${stopped.directory}/.`, directory]);

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('concurrent processes share one server, and the last one to close it stops it', async () => {
  copyStopped();
  const [one, other] = await Promise.all([open(), open()]);
  expect(one.url).toBe(other.url);
  await query(one.url, 'create table kept (value text)');
  await one.close();
  expect(await query(other.url, 'select * from kept')).toEqual([]);
  await other.close();
  await expect(query(other.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);

  const later = await open();
  expect(await query(later.url, 'select * from kept')).toEqual([]);
  await later.close();
});

test('only the owner can read the password', async () => {
  const file = path.join(stopped.directory, 'postgres', 'password');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(stopped.url).toContain(await readFile(file, 'utf8'));
});

test('a server survives the kill of its process group, is reused, and then stopped', async () => {
  copyStopped();
  const orphaned = await openInChildProcess();
  process.kill(-orphaned.child.pid!, 'SIGKILL');
  await new Promise(resolve => orphaned.child.once('exit', resolve));
  expect(await query(orphaned.url, 'select 1 as one')).toEqual([{ one: 1 }]);

  const server = await open();
  expect(server.url).toBe(orphaned.url);
  await server.close();
  await expect(query(server.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
});

test('closing fails instead of waiting forever after the data was deleted', async () => {
  copyStopped();
  const server = await open();
  const record = path.join(server.directory, 'data', 'postmaster.pid');
  const pid = Number.parseInt(await readFile(record, 'utf8'), 10);
  await rm(directory, { recursive: true });
  await expect(server.close()).rejects.toThrow(/^ENOENT: .*postgres\.lock/);
  process.kill(pid, 'SIGQUIT');
});

test('an incomplete cluster is recreated, and a stale postmaster.pid is ignored', async () => {
  const postgres = path.join(directory, 'postgres');
  await mkdir(path.join(`${postgres}.new`, 'data', 'base'), { recursive: true });
  await (await open()).close();

  // After a machine crash, a different program may have the process ID: here, the test itself.
  const record = [process.pid, path.join(postgres, 'data'), 0, 1, '', '127.0.0.1', '', 'ready'];
  await writeFile(path.join(postgres, 'data', 'postmaster.pid'), record.join('\n'));
  const server = await open();
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.close();
});

test('a server that does not start is an error with the path of its log', async () => {
  copyStopped();
  const folder = path.join(directory, 'postgres');
  await appendFile(path.join(folder, 'data', 'postgresql.conf'), 'unknown_setting = on\n');
  await expect(open()).rejects.toThrow(path.join(folder, 'server.log'));
});

test('a server that hangs or has no free connection is not treated as dead', async () => {
  copyStopped();
  const server = await open();
  const record = path.join(directory, 'postgres', 'data', 'postmaster.pid');
  const kept = await readFile(record, 'utf8');
  const pid = Number.parseInt(kept, 10);
  process.kill(pid, 'SIGSTOP');
  const refusal = await refusalOf(open());
  process.kill(pid, 'SIGCONT');
  expect(refusal).toMatch(/not accept connections on port \d+; see .*\.log: timeout expired/);

  const clients = Array.from({ length: 200 }, () => new Client({ connectionString: server.url }));
  await Promise.allSettled(clients.map(client => client.connect()));
  expect(await refusalOf(open())).toMatch(/not accept connections on port \d+; .*too many clients/);
  await Promise.all(clients.map(client => client.end()));

  expect(await readFile(record, 'utf8')).toBe(kept);
  const other = await open();
  expect(other.url).toBe(server.url);
  await Promise.all([server.close(), other.close()]);
});

test('a different program on the port of a dead server is not mistaken for it', async () => {
  copyStopped();
  const page = createServer().listen(0, '127.0.0.1');
  await once(page, 'listening');
  const { port } = page.address() as AddressInfo;
  const data = path.join(directory, 'postgres', 'data');
  const record = [process.pid, data, 0, port, '', '127.0.0.1', '', 'ready'];
  await writeFile(path.join(data, 'postmaster.pid'), record.join('\n'));
  const server = await open();
  expect(new URL(server.url).port).not.toBe(`${port}`);
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.close();
  page.close();
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;
asRoot(
  'in a folder that only root can access, it uses a shared folder and returns its path',
  async () => {
    await chmod(directory, 0o700);
    const server = await open();
    expect(server.directory).toMatch(/^\/var\/lib\/embedded-postgres\/[0-9a-f]{12}$/);
    await query(server.url, 'create table kept (value text)');
    await server.close();

    // If others gain access later, the data stays in the shared folder.
    await chmod(directory, 0o755);
    const later = await open();
    expect(later.directory).toBe(server.directory);
    expect(await query(later.url, 'select * from kept')).toEqual([]);
    await later.close();
    await rm(server.directory, { recursive: true });
  },
);

asRoot('if the data owner loses access, the error names the folder and the fix', async () => {
  copyStopped();
  await chmod(directory, 0o700);
  await expect(open()).rejects.toThrow(/^The user postgres, .* cannot access .*chmod o\+x/);
});

/** Returns the error and its cause, as a command prints them. */
async function refusalOf(opened: Promise<unknown>): Promise<string> {
  const { message, cause } = (await opened.catch((error: unknown) => error)) as Error;
  return `${message} ${(cause as Error).message}`;
}

/** Starts a process that keeps the server open until it is killed. */
async function openInChildProcess() {
  const child = spawn(process.execPath, [path.join(__dirname, 'hold-embedded.cjs'), directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const url = await new Promise<string>(resolve =>
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
  );
  return { child, url };
}
