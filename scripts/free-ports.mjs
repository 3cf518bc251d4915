import { once } from 'node:events';
import { createServer } from 'node:net';

/** As many ports of this machine as asked for, on which nobody listens. */
export async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map(server => once(server, 'listening')));
  const ports = servers.map(server => String(server.address().port));
  for (const server of servers) server.close();
  return ports;
}
