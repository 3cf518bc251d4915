import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from './log';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** The setting of the port, for the error message. */
  readonly setting: string;
  readonly log: Log;
}

/** Resolves with the port; 0 selects a free one. @throws Error when the address cannot be used */
export async function listen(
  server: Server,
  { host, port, setting, log }: ListenOptions,
): Promise<number> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const why = reason(error as NodeJS.ErrnoException, setting);
    throw new Error(`Cannot listen on ${host}:${port}: ${why}.`, { cause: error });
  }
  // Without a listener, a connection that the system fails to accept would end the process.
  server.on('error', error => log.warn({ err: error }, 'connection not accepted'));
  return (server.address() as AddressInfo).port;
}

function reason(error: NodeJS.ErrnoException, setting: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `another program has that port; stop it, or set ${setting}`;
    case 'EACCES':
      return `this user may not have that port; set ${setting} to one above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'not an address of this machine; set HOST';
    default:
      return error.message;
  }
}
