import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Returns an unused local port below the ephemeral range, so that no outgoing connection takes it before it is used or
 * while its listener is stopped. It is above 10080, which `fetch` refuses.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_081, 32_768);
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return freePort();
  }
  await once(probe.close(), 'close');
  return port;
}
