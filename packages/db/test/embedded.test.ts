import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { openEmbeddedServer } from '../src/embedded';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'services-embedded-'));
  await chmod(directory, 0o755);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const open = () => openEmbeddedServer(directory, { isDurable: false });

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('two processes that open it at once share one server, and the last one out stops it', async () => {
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

test('its password is readable by its owner alone', async () => {
  const server = await open();
  const file = path.join(directory, 'postgres', 'password');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(server.url).toContain(await readFile(file, 'utf8'));
  await server.close();
});

test('a server orphaned by a hard kill is used again, and stopped in its turn', async () => {
  const orphaned = await openInAnotherProcess();
  orphaned.child.kill('SIGKILL');
  await new Promise(resolve => orphaned.child.once('exit', resolve));
  expect(await query(orphaned.url, 'select 1 as one')).toEqual([{ one: 1 }]);

  const server = await open();
  expect(server.url).toBe(orphaned.url);
  await server.close();
  await expect(query(server.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
});

/** A process that opens the server and holds it until it is killed. */
async function openInAnotherProcess() {
  const child = spawn(process.execPath, [path.join(__dirname, 'hold-embedded.cjs'), directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>(resolve =>
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
  );
  return { child, url };
}
