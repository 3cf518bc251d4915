import { createServer, type Server } from 'node:http';
import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { operationOf } from './operations';
import { finalStatus } from './request-log';
import { listen } from './serve';

/** The metrics of one service; a registry of its own, so that two services fit into one process. */
export interface Metrics {
  readonly registry: Registry;
  readonly observe: RequestHandler;
  countRefusal(code: string): void;
  /** A count of things that happen, by one label; the service's name is put before that of the metric. */
  counter(name: string, help: string, label: string): (value: string, by?: number) => void;
  /** Figures that are read when somebody looks, by one label. */
  gauge(name: string, help: string, label: string, read: () => Record<string, number>): void;
}

export interface MetricsOptions {
  /** Begins every name, except those of Node.js and of the process, which are the same everywhere. */
  readonly service: string;
  readonly version?: string;
}

/** Metrics that hold what Node.js says of the process, and how long requests took, in seconds. */
export function createMetrics({ service, version = 'unknown' }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: `${service}_build_info`,
    help: 'The build that runs, always 1',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1);
  const refusals = new Counter({
    name: `${service}_refused_requests_total`,
    help: 'Requests that were answered with an error, by its code',
    labelNames: ['code'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: `${service}_http_request_duration_seconds`,
    help: 'How long requests took, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    registry,
    countRefusal: code => refusals.inc({ code }),
    counter(name, help, label) {
      const counter = new Counter({
        name: `${service}_${name}`,
        help,
        labelNames: [label],
        registers: [registry],
      });
      return (value, by = 1) => counter.inc({ [label]: value }, by);
    },
    gauge(name, help, label, read) {
      new Gauge({
        name: `${service}_${name}`,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          for (const [value, figure] of Object.entries(read()))
            this.set({ [label]: value }, figure);
        },
      });
    },
    observe: (request, response, next) => {
      const start = performance.now();
      response.once('close', () => {
        const route = operationOf(request)?.route ?? 'unmatched';
        const labels = { method: request.method, route, status: finalStatus(response) };
        durations.observe(labels, (performance.now() - start) / 1_000);
      });
      next();
    },
  };
}

/** Serves `/metrics` on a port of its own. @throws Error in a sentence when the address cannot be used */
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
