import { createHash } from 'node:crypto';
import { chmod, mkdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedServer, openEmbeddedServer } from '../src/embedded/embedded-server';

/** Linux's in-memory file system: cloning the template is eight times as fast as on disk. */
const MEMORY = '/dev/shm';

/** Four times what a run uses. */
const MIN_FREE_BYTES = 2e9;

/** Opens this checkout's embedded test server, shared by concurrent runs and reused if a killed run left it running. */
export async function openTestServer(): Promise<EmbeddedServer> {
  const checkout = createHash('sha256').update(__dirname).digest('hex').slice(0, 8);
  const directory = path.join(
    await dataFolder(),
    `services-test-${process.getuid?.() ?? 0}-${checkout}`,
  );
  await mkdir(directory, { recursive: true });
  // If the tests run as root, the server runs as a different user.
  await chmod(directory, 0o755);
  const open = () => openEmbeddedServer(directory, { durable: false });
  return open().catch(async () => {
    // Without fsync, a machine crash may have corrupted it.
    await rm(path.join(directory, 'postgres'), { recursive: true, force: true });
    return open();
  });
}

/** Returns the in-memory folder if it has enough space, or else the temporary folder. */
export async function dataFolder(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => null);
  return memory && memory.bavail * memory.bsize > MIN_FREE_BYTES ? MEMORY : tmpdir();
}
