import { createHash } from 'node:crypto';
import { chmod, mkdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedServer, openEmbeddedServer } from '../src/embedded/embedded-server';

/** Where Linux keeps files in memory: a clone of the template costs an eighth of that on a disk. */
const MEMORY = '/dev/shm';

/** Bytes that must be free there: a run needs a quarter of it. */
const ROOM = 2e9;

/**
 * The embedded server of this checkout's tests. Runs at the same time share it, and the next one uses
 * what a killed one left running.
 */
export async function openTestServer(): Promise<EmbeddedServer> {
  const checkout = createHash('sha256').update(__dirname).digest('hex').slice(0, 8);
  const directory = path.join(
    await folderOfData(),
    `services-test-${process.getuid?.() ?? 0}-${checkout}`,
  );
  await mkdir(directory, { recursive: true });
  // The server runs as another user when the tests run as root.
  await chmod(directory, 0o755);
  const open = () => openEmbeddedServer(directory, { durable: false });
  return open().catch(async () => {
    // Nothing was written with care: a machine that crashed may have left it beyond repair.
    await rm(path.join(directory, 'postgres'), { recursive: true, force: true });
    return open();
  });
}

/** In memory where there is room. */
export async function folderOfData(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => null);
  return memory && memory.bavail * memory.bsize > ROOM ? MEMORY : tmpdir();
}
