import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { Express } from 'express';
import {
  baseProblems,
  createMetrics,
  createServiceApp,
  type OpenApiDocument,
  type ServeOptions,
  type ServiceAppOptions,
  serve,
} from '../src';
import { type CapturedLog, captureLog } from '../testing';

const operation = (extra: object = {}) => ({ responses: {}, ...extra });
const query = (name: string, schema: object) => ({ in: 'query', name, schema });

/** Three paths that cover every feature. */
export const document: OpenApiDocument = {
  openapi: '3.0.0',
  info: { title: 'Test', version: '1' },
  components: { schemas: { Names: { type: 'array', items: { type: 'string' } } } },
  paths: {
    '/api/things': {
      get: operation({
        parameters: [
          query('limit', { type: 'integer' }),
          query('tags', { type: 'array', items: { type: 'string' } }),
          query('names', { $ref: '#/components/schemas/Names' }),
        ],
      }),
      post: operation({ requestBody: {} }),
    },
    '/api/things/latest': { get: operation() },
    '/api/things/{id}': { get: operation(), delete: operation() },
    '/api/things/{id}/version': { get: operation() },
    '/api/health': { get: operation() },
    '/swagger': { get: operation() },
    '/swagger/openapi.json': { get: operation() },
  },
};

export interface TestServer extends CapturedLog {
  readonly app: Express;
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

type Options = Partial<ServiceAppOptions> & Partial<ServeOptions> & { level?: string };

/** Starts a service with these routes on a free port. */
export async function startApp(
  registerRoutes: (app: Express) => void,
  options: Options = {},
): Promise<TestServer> {
  const captured = captureLog(options.level);
  const app = createServiceApp({
    title: 'Test',
    context: {},
    document,
    catalog: baseProblems,
    style: 'rfc9457',
    isDatabaseUnavailable: error => (error as { code?: unknown }).code === '57P01',
    isStatementTimeout: error => (error as { code?: unknown }).code === '57014',
    log: captured.log,
    metrics: createMetrics('test', '1.2.3'),
    basePath: '',
    publicUrl: null,
    trustProxy: false,
    healthRoute: '/api/health',
    registerRoutes,
    ...options,
  });
  const server = await serve(app, {
    host: '127.0.0.1',
    port: 0,
    requestTimeout: 5_000,
    shutdownDelay: 0,
    shutdownGrace: 1_000,
    log: captured.log,
    ...options,
  });
  return { ...captured, app, url: server.url, port: server.port, close: () => server.close() };
}

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends the path and headers unchanged, whereas `fetch` normalizes both. */
export function ask(
  port: number,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: object; body?: string | Buffer } = {},
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path, method, headers: { ...headers }, agent: false },
      response => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response
          .on('error', reject)
          .on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          );
      },
    );
    request.on('error', reject).end(body);
  });
}

/** Sends bytes and returns everything received until the connection ends. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', reject).on('close', () => resolve(text));
  });
}

/** Resolves once the condition holds, checking it in each turn of the event loop. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setImmediate(resolve));
}
