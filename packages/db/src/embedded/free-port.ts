import { createServer } from 'node:net';

/** `preferred` if nobody on this machine has it, else any; 0 prefers none. */
export async function freePort(preferred: number): Promise<number> {
  return (await tryPort(preferred)) ?? (await tryPort(0))!;
}

function tryPort(port: number): Promise<number | null> {
  return new Promise(resolve => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen(port, '127.0.0.1', () => {
      const { port: given } = probe.address() as { port: number };
      probe.close(() => resolve(given));
    });
  });
}
