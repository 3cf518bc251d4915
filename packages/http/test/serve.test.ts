import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { Express, Response } from 'express';
import { serve } from '../src';
import { ask, sendRaw, startApp, type TestServer, until } from './start-app';

let server: TestServer;
afterEach(() => server.close());

/** Pending requests for things. */
let held: Response[];
beforeEach(() => {
  held = [];
});

function routes(app: Express): void {
  app.get('/api/things', (_request, response) => void held.push(response));
  app.get('/api/health', (_request, response) => void response.json({}));
}

const arrived = () => until(() => held.length > 0);

function answerHeld(): void {
  for (const response of held) response.json({ done: true });
}

/** Resolves once new connections are refused. */
async function refused(): Promise<void> {
  for (let isRefused = false; !isRefused; ) {
    isRefused = await ask(server.port, '/api/health').then(
      () => false,
      (error: unknown) => (error as NodeJS.ErrnoException).code === 'ECONNREFUSED',
    );
  }
}

/** Sends a request using a keep-alive agent. */
function askOver(agent: Agent, path: string): Promise<{ status?: number; connection?: string }> {
  return new Promise((resolve, reject) => {
    httpRequest({ agent, host: '127.0.0.1', port: server.port, path }, response => {
      response
        .resume()
        .on('end', () =>
          resolve({ status: response.statusCode, connection: response.headers.connection }),
        );
    })
      .on('error', reject)
      .end();
  });
}

test('closing finishes running requests with Connection: close and accepts no new ones', async () => {
  server = await startApp(routes, { shutdownGrace: 60_000 });
  const running = ask(server.port, '/api/things');
  await arrived();
  const closed = server.close();
  await refused();
  answerHeld();
  expect(await running).toMatchObject({ status: 200, headers: { connection: 'close' } });
  await closed;
});

test('connections are accepted during the shutdown delay', async () => {
  const onDrain = jest.fn();
  server = await startApp(routes, { shutdownDelay: 3_000, onDrain });
  const closed = server.close();
  expect(onDrain).toHaveBeenCalledTimes(1);
  expect(await ask(server.port, '/api/health')).toMatchObject({ status: 200 });
  await closed;
  await expect(ask(server.port, '/api/health')).rejects.toThrow('ECONNREFUSED');
});

test('a request on a kept-alive connection during the drain is handled, and the connection is closed', async () => {
  server = await startApp(routes, { shutdownGrace: 60_000 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const first = askOver(agent, '/api/things');
  const second = askOver(agent, '/api/things');
  await arrived();
  const closed = server.close();
  await refused();
  answerHeld();
  expect(await first).toEqual({ status: 200, connection: 'close' });
  // The agent respects the header and reconnects, which is refused.
  await expect(second).rejects.toThrow('ECONNREFUSED');
  await closed;
  agent.destroy();
});

test('requests pipelined before the drain are all handled, the last with Connection: close', async () => {
  server = await startApp(routes, { shutdownGrace: 60_000 });
  const text = sendRaw(
    server.port,
    'GET /api/things HTTP/1.1\r\nHost: a\r\n\r\nGET /api/health HTTP/1.1\r\nHost: a\r\n\r\n',
  );
  await arrived();
  const closed = server.close();
  await refused();
  answerHeld();
  await closed;
  const connections = (await text).match(/^Connection: .*$/gm);
  expect(connections).toEqual(['Connection: keep-alive', 'Connection: close']);
});

test('a request on a connection that was idle at the start of the drain is handled', async () => {
  server = await startApp(routes, { shutdownGrace: 5_000 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await askOver(agent, '/api/health');
  const closed = server.close();
  await refused();
  expect(await askOver(agent, '/api/health')).toEqual({ status: 200, connection: 'close' });
  await closed;
  agent.destroy();
});

test('idle connections are closed shortly after', async () => {
  server = await startApp(routes, { shutdownGrace: 300_000 });
  const agent = new Agent({ keepAlive: true });
  await askOver(agent, '/api/health');
  await server.close();
  agent.destroy();
});

test('connections that never sent a request are closed like idle ones', async () => {
  server = await startApp(routes, { shutdownGrace: 60_000 });
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  await server.close();
  expect(server.lines.map(line => line.msg)).not.toContain(
    'requests cut off at the end of the grace period',
  );
});

test('requests that exceed the grace period are cut off', async () => {
  server = await startApp(routes, { shutdownGrace: 100 });
  const running = ask(server.port, '/api/things');
  running.catch(() => undefined);
  await arrived();
  await server.close();
  await expect(running).rejects.toThrow(/hang up|ECONNRESET/);
  expect(server.lines.map(line => line.msg)).toContain(
    'requests cut off at the end of the grace period',
  );
});

test('a response to HTTP/1.0 that exceeds the grace period does not look complete', async () => {
  server = await startApp(routes, { shutdownGrace: 100 });
  const reply = sendRaw(server.port, 'GET /api/things HTTP/1.0\r\n\r\n');
  reply.catch(() => undefined);
  await arrived();
  held[0]!.write('one');
  await server.close();
  await expect(reply).rejects.toThrow('ECONNRESET');
});

test('closing repeatedly has no further effect', async () => {
  const onDrain = jest.fn();
  server = await startApp(routes, { onDrain });
  await Promise.all([server.close(), server.close()]);
  expect(onDrain).toHaveBeenCalledTimes(1);
});

test('a port in use is reported in a sentence', async () => {
  server = await startApp(routes);
  const again = serve(server.app, {
    host: '127.0.0.1',
    port: server.port,
    requestTimeout: 0,
    shutdownDelay: 0,
    shutdownGrace: 0,
    log: server.log,
  });
  await expect(again).rejects.toThrow(
    `Cannot listen on 127.0.0.1:${server.port}: the port is in use; set PORT, or stop what uses it.`,
  );
});

test.each([
  ['what is no HTTP', 'hello\r\n\r\n', 400, 'invalid-request'],
  [
    'HTTP/1.1 without Host',
    'GET /api/things HTTP/1.1\r\nConnection: close\r\n\r\n',
    400,
    'invalid-request',
  ],
  [
    'HTTP/1.1 with two Hosts',
    'GET /api/things HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
    400,
    'invalid-request',
  ],
  [
    'a header block above 16 KiB',
    `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers-too-large',
  ],
])('%s is reported in the style of the service', async (_, bytes, status, code) => {
  server = await startApp(routes, { style: 'pascal' });
  const [head = '', body = ''] = (await sendRaw(server.port, bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/Connection: close/);
  expect(JSON.parse(body)).toMatchObject({ Status: status, Code: code });
});

test('an expectation other than 100-continue is ignored', async () => {
  server = await startApp(routes);
  const headers = { Expect: 'something' };
  expect(await ask(server.port, '/api/health', { headers })).toMatchObject({
    status: 200,
    text: '{}',
  });
});

test('a request that does not arrive in time is 408', async () => {
  server = await startApp(routes, { requestTimeout: 300 });
  const socket = connect(server.port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write('GET /api/health HTTP/1.1\r\nHo');
  await once(socket, 'close');
  expect(text).toMatch(/^HTTP\/1.1 408 [^]*"code":"request-timeout"/);
});
