import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from './log';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly setting: string;
  readonly log: Log;
}

/** Resolves with the port; 0 selects a free one. @throws Error if the address cannot be used */
export async function listen(
  server: Server,
  { host, port, setting, log }: ListenOptions,
): Promise<number> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const reason = explain(error as NodeJS.ErrnoException, setting);
    throw new Error(`Cannot listen on ${host}:${port}: ${reason}.`);
  }
  // Without a listener, failing to accept a connection would end the process.
  server.on('error', error => log.warn({ err: error }, 'connection not accepted'));
  return (server.address() as AddressInfo).port;
}

function explain(error: NodeJS.ErrnoException, setting: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `the port is in use; set ${setting}, or stop what uses it`;
    case 'EACCES':
      return `this user is not allowed to use the port; set ${setting} to a port above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'this is not a local address; set HOST';
    default:
      return error.message;
  }
}
