import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import getPort from 'get-port';
import { newFolder } from './drills/postgres.js';
import { type Cleanup, createCleanup, stopAtEnd } from './scratch/cleanup.js';
import { untilOpen } from './scratch/eventually.js';
import { requireProgram } from './scratch/programs.js';

/**
 * `npm run pooler [-- JEST ARGUMENTS]` runs the tests through PgBouncer in transaction mode, on the server in
 * DATABASE_URL.
 */
const server = process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
process.exit(await testThroughPooler());

async function testThroughPooler(): Promise<number> {
  await using cleanup = createCleanup();
  const url = await startPgBouncer(cleanup);
  const jest = path.join('node_modules', 'jest', 'bin', 'jest.js');
  const { status } = spawnSync(process.execPath, [jest, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: server, TEST_POOLER_URL: url },
  });
  return status ?? 1;
}

/** Starts PgBouncer, configured as in docs/operations.md. Returns the URL of the database through it. */
async function startPgBouncer(cleanup: Cleanup): Promise<string> {
  const { username, password, hostname, port: serverPort } = new URL(server);
  const port = await getPort();
  const directory = newFolder(cleanup);
  const users = path.join(directory, 'users.txt');
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  const file = path.join(directory, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
max_client_conn = 1000
`,
  );
  // PgBouncer refuses to run as root.
  const asRoot = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const pgbouncer = requireProgram('pgbouncer', 'pgbouncer');
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  void stopAtEnd(spawn(pgbouncer, ['-q', ...asRoot, file], { stdio: [...stdio] }), cleanup);
  await untilOpen(port);
  return Object.assign(new URL(server), { host: `127.0.0.1:${port}` }).href;
}
