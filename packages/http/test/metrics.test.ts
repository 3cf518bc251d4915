import type { AddressInfo } from 'node:net';
import { createMetrics, serveMetrics } from '../src';
import { captureLog } from '../testing';
import { ask, startApp } from './start-app';

test('requests are observed by method, documented route and status, on a separate port', async () => {
  const metrics = createMetrics('test', '1.2.3');
  const server = await startApp(
    app => {
      app.get('/api/things/:id', (_request, response) => {
        response.json({});
      });
    },
    { metrics },
  );
  await ask(server.port, '/api/things/7');
  await ask(server.port, '/secret-path');
  await server.close();

  metrics.counter('things_total', 'Things', 'kind')({ kind: 'red' }, 2);
  metrics.gauge('pool', 'Pool', 'state', () => ({ idle: 4 }));
  const { log } = captureLog();
  const metricsServer = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, log });
  const { port } = metricsServer.address() as AddressInfo;
  const { text } = await ask(port, '/metrics');
  expect(text).toContain(
    'test_http_request_duration_seconds_count{method="GET",route="/api/things/{id}",status="200"} 1',
  );
  expect(text).toContain(
    'test_http_request_duration_seconds_count{method="GET",route="unmatched",status="404"} 1',
  );
  expect(text).not.toContain('secret-path');
  expect(text).toContain('test_things_total{kind="red"} 2');
  expect(text).toContain('test_pool{state="idle"} 4');
  expect(text).toContain('test_refused_requests_total{code="not-found"} 1');
  expect(text).toContain(`test_build_info{version="1.2.3",node="${process.version}"} 1`);
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  expect((await ask(port, '/')).status).toBe(404);
  metricsServer.close();
});

test('a response that ends half-way is counted by what ended it', async () => {
  const metrics = createMetrics('test');
  const server = await startApp(
    app => {
      app.get('/api/things', (_request, response, next) => {
        response.write('[');
        setImmediate(() => next(new Error('the database is gone')));
      });
    },
    { metrics },
  );
  await expect(ask(server.port, '/api/things')).rejects.toThrow();
  await server.close();
  expect(await metrics.registry.metrics()).toContain(
    'test_responses_broken_off_total{reason="failure"} 1',
  );
});

test('a gauge forgets labels that no longer have a value', async () => {
  const { gauge, registry } = createMetrics('test');
  let waiting: Record<string, number> = { snapshots: 700 };
  gauge('waiting_seconds', 'Waiting', 'name', () => waiting);
  expect(await registry.metrics()).toContain('test_waiting_seconds{name="snapshots"} 700');
  waiting = {};
  expect(await registry.metrics()).not.toContain('snapshots');
});

test('each app has a separate registry', async () => {
  const [first, second] = [createMetrics('test'), createMetrics('test')];
  first.counter('a_total', 'A', 'kind')({ kind: 'x' });
  second.counter('a_total', 'A', 'kind')({ kind: 'y' });
  expect(await second.registry.metrics()).not.toContain('kind="x"');
});

test('a connection that cannot be accepted is logged, and the server continues', async () => {
  const { log, lines } = captureLog();
  const metricsServer = await serveMetrics(createMetrics('test'), {
    host: '127.0.0.1',
    port: 0,
    log,
  });
  metricsServer.emit('error', new Error('accept ENOBUFS'));
  expect(lines).toEqual([expect.objectContaining({ msg: 'connection not accepted' })]);
  metricsServer.close();
});
