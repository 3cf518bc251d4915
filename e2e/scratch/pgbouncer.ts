import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import type { Cleanup } from './cleanup.js';

/**
 * PgBouncer in transaction mode in front of a server, configured as docs/operations.md says and otherwise as it comes,
 * but for `settings`. Returns the address of the same database through it.
 */
export async function startPgBouncer(
  databaseUrl: string,
  cleanup: Cleanup,
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const server = new URL(databaseUrl);
  const port = await getPort();
  const directory = await mkdtemp(path.join(tmpdir(), 'pooler-'));
  cleanup.add(() => rm(directory, { recursive: true }));
  const users = path.join(directory, 'users.txt');
  const user = decodeURIComponent(server.username);
  await writeFile(users, `"${user}" "${decodeURIComponent(server.password)}"\n`);
  const file = path.join(directory, 'pgbouncer.ini');
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    pool_mode: 'transaction',
    max_client_conn: 1000,
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}\n`);
  await writeFile(
    file,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432}
[pgbouncer]
${lines.join('')}`,
  );
  // PgBouncer refuses to run as root, and its own user has to read its settings.
  await chmod(directory, 0o755);
  const asRoot = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child = spawn('pgbouncer', ['-q', ...asRoot, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  cleanup.add(async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
  });
  for (let attempt = 0; attempt < 50; attempt++) {
    if (child.exitCode !== null) throw new Error('pgbouncer did not start.');
    if (await answers(port)) {
      server.host = `127.0.0.1:${port}`;
      return server.href;
    }
    await wait(100);
  }
  throw new Error('pgbouncer does not answer.');
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
