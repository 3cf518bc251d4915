import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type ListenOptions, listen } from './listen';

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates a registry of metrics prefixed with the service's name. One process can run both services. */
export function createMetrics(service: string, version = 'unknown') {
  const registry = new Registry();
  const registers = [registry];
  /** `set` is called at each scrape. */
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    set: (gauge: Gauge<Label>) => void,
  ) => {
    const collect = function (this: Gauge<Label>) {
      set(this);
    };
    new Gauge({ name: `${service}_${name}`, help, labelNames, registers, collect });
  };
  gauge('build_info', 'The running build; the value is always 1', ['version', 'node'], build =>
    build.set({ version, node: process.version }, 1),
  );
  /** A counter that an alert watches starts with `by` 0: Prometheus sees no increase in a series that begins with 1. */
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) => {
    const total = new Counter({ name: `${service}_${name}`, help, labelNames, registers });
    return (values: Record<Label, string>, by = 1) => total.inc(values, by);
  };
  const brokenOff = 'Responses that ended before they were complete, by reason';
  const countBrokenOff = counter('responses_broken_off_total', brokenOff, 'reason');
  countBrokenOff({ reason: 'failure' }, 0);
  const help = 'Requests that failed, by error code';
  const countRefusal = counter('refused_requests_total', help, 'code');
  return {
    registry,
    counter,
    countRefusal: (code: string) => countRefusal({ code }),
    countBrokenOff,
    /** Without labels; `read` is called at each scrape. */
    value: (name: string, help: string, read: () => number) =>
      gauge(name, help, [], value => value.set(read())),
    /** `read` is called at each scrape and returns the values by label. */
    gauge: (name: string, help: string, label: string, read: () => Record<string, number>) =>
      gauge(name, help, [label], values => {
        values.reset();
        for (const [name, value] of Object.entries(read())) values.set({ [label]: name }, value);
      }),
    requestDurations: new Histogram({
      name: `${service}_http_request_duration_seconds`,
      help: 'Request duration by method, route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
  };
}

/** Serves `/metrics` on a separate port, with the metrics of Node.js. @throws Error if the address cannot be used */
export async function serveMetrics(
  { registry }: Metrics,
  address: Omit<ListenOptions, 'setting'>,
): Promise<Server> {
  collectDefaultMetrics({ register: registry });
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
  await listen(server, { ...address, setting: 'METRICS_PORT' });
  return server;
}
