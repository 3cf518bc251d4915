import { createServer, type Server } from 'node:http';
import { listen } from './listen';
import type { Metrics } from './metrics';

/**
 * Serves `/metrics` on a port of its own, which no proxy publishes.
 * @throws Error in a sentence when the address is taken or not ours
 */
export async function serveMetrics(
  { registry }: Metrics,
  { host, port }: { host: string; port: number },
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      text => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await listen(server, { host, port, setting: 'METRICS_PORT' });
  return server;
}
