import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';

/**
 * `npm run pooler [-- JEST ARGUMENTS]`: the tests by way of PgBouncer in transaction mode, configured as
 * docs/operations.md says and otherwise as it comes. DATABASE_URL names the server behind it.
 */
const server = new URL(process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres');
const port = await getPort();
const directory = await mkdtemp(path.join(tmpdir(), 'pooler-'));
const pooler = await startPgBouncer();
try {
  const url = new URL(server);
  url.host = `127.0.0.1:${port}`;
  const jest = path.join('node_modules', 'jest', 'bin', 'jest.js');
  const { status } = spawnSync(process.execPath, [jest, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: server.href, TEST_POOLER_URL: url.href },
  });
  process.exitCode = status ?? 1;
} finally {
  const ended = once(pooler, 'exit');
  pooler.kill('SIGTERM');
  await ended;
  await rm(directory, { recursive: true });
}

async function startPgBouncer(): Promise<ChildProcess> {
  const [users, settings] = ['users.txt', 'pgbouncer.ini'].map(name => path.join(directory, name));
  const user = decodeURIComponent(server.username);
  await writeFile(users!, `"${user}" "${decodeURIComponent(server.password)}"\n`);
  await writeFile(
    settings!,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432}
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
  // PgBouncer refuses to run as root, and its own user has to read its settings.
  await chmod(directory, 0o755);
  const asRoot = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn('pgbouncer', ['-q', ...asRoot, settings!], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let attempt = 0; attempt < 50; attempt++) {
    if (child.exitCode !== null) throw new Error('pgbouncer did not start.');
    if (await answers()) return child;
    await wait(100);
  }
  child.kill();
  throw new Error('pgbouncer does not answer.');
}

function answers(): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
