import type { Server } from 'node:http';

/**
 * Listens, and gives the port: a free one for 0.
 * @throws Error in a sentence when the address is taken or not ours
 */
export function listen(
  server: Server,
  { host, port, setting }: { host: string; port: number; setting: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) =>
      reject(
        new Error(`Cannot listen on ${host}:${port}: ${reason(error, setting)}.`, { cause: error }),
      );
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      resolve((server.address() as { port: number }).port);
    });
  });
}

function reason(error: NodeJS.ErrnoException, setting: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `another program has that port; stop it, or set ${setting}`;
    case 'EACCES':
      return `this user may not have that port; set ${setting} to one above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'that is no address of this machine; set HOST';
    default:
      return error.message;
  }
}
