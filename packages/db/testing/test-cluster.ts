import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { openEmbeddedServer } from '../src/embedded/embedded-server';
import { dataFolder } from './test-server';

/** A primary and copies of it. The copies contain what was written before copying and replay nothing. */
export interface TestCluster {
  readonly url: string;
  readonly standbyUrl: string;
  /** A copy that is not in recovery, like a promoted standby. */
  readonly promotedUrl: string;
  close(): Promise<void>;
}

const execute = promisify(execFile);

/** `write` is called with the URL of the primary before it is copied. */
export async function createTestCluster(
  write: (url: string) => Promise<unknown>,
): Promise<TestCluster> {
  const root = await mkdtemp(path.join(await dataFolder(), 'services-cluster-'));
  await chmod(root, 0o755);
  const open = (name: string) => openEmbeddedServer(path.join(root, name));
  const original = await open('primary');
  try {
    await write(original.url);
  } finally {
    await original.close();
  }
  for (const name of ['standby', 'promoted']) {
    await mkdir(path.join(root, name));
    // Preserve the owner, which differs from the test process if that runs as root.
    await execute('cp', ['-a', original.directory, path.join(root, name)]);
  }
  await writeFile(path.join(root, 'standby', 'postgres', 'data', 'standby.signal'), '');
  const servers = await Promise.all([open('primary'), open('standby'), open('promoted')]);
  const [primary, standby, promoted] = servers;
  return {
    url: primary.url,
    standbyUrl: standby.url,
    promotedUrl: promoted.url,
    async close() {
      await Promise.all(servers.map(server => server.close()));
      await rm(root, { recursive: true, force: true });
    },
  };
}
