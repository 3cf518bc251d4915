import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@platform/db/testing';
import { waitUntil } from '@platform/http/testing';
import { startProcess } from './start-process';
import { send } from './start-test-app';

const KEY = 'a-bootstrap-key-of-32-characters';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface Collector {
  readonly url: string;
  readonly spans: Span[];
  readonly services: Set<string>;
  readonly texts: string[];
  close(): void;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const attributes = (span: Span) =>
  Object.fromEntries(
    span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );

test('sends spans of a call and its statements, within the trace of a trusted proxy', async () => {
  const collector = await startCollector();
  const service = await startProcess({
    DATABASE_URL: database.url,
    VERSIONING_API_KEYS: KEY,
    TRUST_PROXY: 'loopback',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  const created = await send(`${service.url}/api/packages`, 'POST', {
    key: KEY,
    body: { Slug: 'traced', Name: 'Somebody’s secret' },
    headers: { traceparent: `00-${TRACE}-${CALLER}-01`, 'x-request-id': 'my-request' },
  });
  expect(created.status).toBe(201);
  const spanOf = (name: string) => collector.spans.find(span => span.name === name);
  await waitUntil(() => spanOf('POST /api/packages') !== undefined);
  expect(await service.kill('SIGTERM')).toBe(0);
  collector.close();

  const call = spanOf('POST /api/packages');
  expect(call).toMatchObject({ traceId: TRACE, parentSpanId: CALLER });
  expect(attributes(call!)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/packages',
    'http.response.status_code': 201,
    'request.id': 'my-request',
  });
  const statement = spanOf('record-changes');
  expect(statement).toMatchObject({ traceId: TRACE, parentSpanId: call!.spanId });
  expect([...collector.services]).toEqual(['versioning']);
  // A trace starts with a call, not with a statement of a job.
  expect(collector.spans.filter(span => !span.parentSpanId)).toEqual([]);
  const line = service
    .output()
    .split('\n')
    .find(each => each.includes('"id":"my-request"'));
  expect(JSON.parse(line!)).toMatchObject({ msg: 'request', traceId: TRACE });
  expect(collector.spans.map(span => span.name)).not.toContain('GET /api/health');
  expect(collector.texts.join('')).not.toMatch(/traced|secret|insert/i);
});

test('ignores the trace of an untrusted client', async () => {
  const collector = await startCollector();
  const service = await startProcess({
    DATABASE_URL: database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  await send(`${service.url}/api/packages`, 'GET', {
    headers: { traceparent: `00-${TRACE}-${CALLER}-01` },
  });
  const call = () => collector.spans.find(span => span.name === 'GET /api/packages');
  await waitUntil(() => call() !== undefined);
  await service.kill('SIGTERM');
  collector.close();
  expect(call()?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(call()?.traceId).not.toBe(TRACE);
});

test.each([
  ['never answers', () => undefined],
  ['breaks connections off', (request: IncomingMessage) => void request.destroy()],
])('serves and stops in time if the collector %s', async (_, behaviour) => {
  const broken = createServer(behaviour);
  const url = await listen(broken);
  const service = await startProcess({
    DATABASE_URL: database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_TIMEOUT: '300000',
    OTEL_BSP_EXPORT_TIMEOUT: '300000',
  });
  expect((await send(`${service.url}/api/packages`, 'GET', {})).status).toBe(401);
  expect(await service.kill('SIGTERM')).toBe(0);
  broken.closeAllConnections();
  broken.close();
});

/** A minimal collector that receives OTLP as JSON. */
async function startCollector(): Promise<Collector> {
  const [spans, texts, services] = [[] as Span[], [] as string[], new Set<string>()];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      texts.push(text);
      for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
        services.add(attributes(resource)['service.name'] as string);
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  return { url: await listen(server), spans, texts, services, close: () => server.close() };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
