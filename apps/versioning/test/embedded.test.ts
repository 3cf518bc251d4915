import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand, startProcess } from './start-process';
import { send } from './start-test-app';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'versioning-embedded-'));
  await chmod(directory, 0o755);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('two services and the command line share the embedded database, and the last one stops it', async () => {
  const env = { DATA_DIR: directory };
  const services = await Promise.all([startProcess(env), startProcess(env)]);
  const created = await runCommand(['keys', 'create', '--name', 'ci'], env);
  expect(created).toMatchObject({ code: 0 });
  const key = created.stdout.trim();
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, call) =>
      send(`${services[call % 2]!.url}/api/packages/shared/increment/patch`, 'POST', { key }),
    ),
  );
  expect(new Set(replies.map(reply => reply.body.Version)).size).toBe(100);

  const isServerThere = () =>
    existsSync(path.join(directory, 'postgres', 'data', 'postmaster.pid'));
  expect(await services[0].kill('SIGTERM')).toBe(0);
  expect(isServerThere()).toBe(true);
  expect((await runCommand(['keys', 'list'], env)).stdout).toContain(key.slice(0, 17));
  expect(await services[1].kill('SIGTERM')).toBe(0);
  expect(isServerThere()).toBe(false);
}, 60_000);
