import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Refuses a port that another program has: what it answers would pass for the answer of what is started here.
 * @throws Error in a sentence, which names the setting
 */
export async function expectFree(port, setting) {
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65535)
    throw new Error(`${setting} must be a whole number from 1 to 65535.`);
  const server = createServer().listen(Number(port), '127.0.0.1');
  await once(server, 'listening').catch(({ code }) => {
    throw new Error(
      code === 'EADDRINUSE'
        ? `Port ${port} is taken; stop the program that has it, or set ${setting}.`
        : `Port ${port} cannot be had (${code}); set ${setting}.`,
    );
  });
  await new Promise(resolve => server.close(resolve));
}
