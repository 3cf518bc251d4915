import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { listen } from './serve';

/** The metrics of one service, in their own registry: two services can run in one process. */
export interface Metrics {
  readonly registry: Registry;
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void;
  countRefusal(code: string): void;
  /** The service's name is prepended to `name`. */
  counter<Label extends string>(
    name: string,
    help: string,
    ...labels: Label[]
  ): (values: Record<Label, string>, by?: number) => void;
  /** `read` runs at each scrape and returns the values by label. */
  gauge(name: string, help: string, label: string, read: () => Record<string, number>): void;
}

export interface MetricsOptions {
  /** Prefix of all metrics, except those of Node.js and the process. */
  readonly service: string;
  readonly version?: string;
}

/** Collects the metrics of Node.js, and request durations in seconds. */
export function createMetrics({ service, version = 'unknown' }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: `${service}_build_info`,
    help: 'The build that runs, always 1',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.version }, 1);
  const counter: Metrics['counter'] = (name, help, ...labelNames) => {
    const total = new Counter({ name: `${service}_${name}`, help, labelNames, registers });
    return (values, by = 1) => total.inc(values, by);
  };
  const durations = createDurations(service, registers);
  const help = 'Requests that were answered with an error, by its code';
  const countRefusal = counter('refused_requests_total', help, 'code');
  return {
    registry,
    counter,
    countRefusal: code => countRefusal({ code }),
    gauge(name, help, label, read) {
      new Gauge({
        name: `${service}_${name}`,
        help,
        labelNames: [label],
        registers,
        collect() {
          for (const [value, figure] of Object.entries(read()))
            this.set({ [label]: value }, figure);
        },
      });
    },
    observeRequest: (labels, seconds) => durations.observe(labels, seconds),
  };
}

function createDurations(service: string, registers: Registry[]) {
  return new Histogram({
    name: `${service}_http_request_duration_seconds`,
    help: 'How long requests took, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
}

/** Serves `/metrics` on a separate port. @throws Error when the address cannot be used */
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
