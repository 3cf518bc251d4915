import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Express, Response } from 'express';
import { disconnectSignal, streamResponse, withinDuration } from '../src';
import { startApp, type TestServer, until } from './start-app';

const PATHS = ['/api/things', '/api/things/latest', '/api/health'];

/** The responses that the app was given, by their path. */
let responses: Map<string, Response>;
/** What answers `/api/things/latest`; nothing, unless a test sets it. */
let answer: (response: Response) => void;
let calls: number;
let server: TestServer;
beforeEach(async () => {
  responses = new Map();
  calls = 0;
  answer = () => undefined;
  server = await startApp(
    (app: Express) => {
      for (const path of PATHS) {
        app.get(path, (_, response: Response) => {
          calls += 1;
          responses.set(path, response);
          if (path === '/api/things/latest') answer(response);
        });
      }
    },
    { level: 'debug' },
  );
});
afterEach(() => server.close());

test('every response of a connection closes with it, in its turn or not', async () => {
  const socket = await pipeline(PATHS);
  await until(() => responses.size === 3);
  const signals = [...responses.values()].map(disconnectSignal);
  const closed = [...responses.values()].map(response => once(response, 'close'));
  socket.destroy();
  await Promise.all(closed);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  expect([...responses.values()].map(response => response.closed)).toEqual([true, true, true]);
});

test('requests that are never answered are logged when their connection closes', async () => {
  const socket = await pipeline(PATHS);
  await until(() => responses.size === 3);
  socket.destroy();
  await until(() => requestLines().length === 3);
  expect(requestLines()).toEqual(
    PATHS.map(route => expect.objectContaining({ route, status: 499, isBrokenOff: true })),
  );
});

test('a response that is complete but waits for its turn closes with its connection', async () => {
  answer = response => response.json({});
  const socket = await pipeline(PATHS);
  await until(() => responses.size === 3);
  const closed = once(responses.get('/api/things/latest')!, 'close');
  socket.destroy();
  await closed;
  await until(() => requestLines().length === 3);
  expect(requestLines()[1]).toMatchObject({ status: 200, isBrokenOff: true });
});

test('a stream that waits for its turn ends with its connection', async () => {
  const ended = new Promise<void>(resolve => {
    answer = response => {
      const source = async function* () {
        try {
          for (;;) yield 'x'.repeat(1_000_000);
        } finally {
          resolve();
        }
      };
      streamResponse(response, source).catch(() => undefined);
    };
  });
  const socket = await pipeline(PATHS);
  await until(() => responses.size === 3);
  socket.destroy();
  await ended;
});

test('a file that waits for its turn is closed with its connection', async () => {
  answer = response => response.sendFile(process.execPath);
  const socket = await pipeline(PATHS);
  await until(() => responses.size === 3 && responses.get('/api/things/latest')!.writableNeedDrain);
  const closed = once(responses.get('/api/things/latest')!, 'unpipe');
  socket.destroy();
  await closed;
});

test('work that takes longer than it may is cut off, and the log says why', async () => {
  answer = response => {
    void withinDuration(response, 20, () => once(response, 'close'));
  };
  const socket = await pipeline(['/api/health', '/api/things/latest']);
  await once(socket, 'close');
  await until(() => requestLines().length === 2);
  expect(requestLines().map(({ cutOff }) => cutOff)).toEqual([undefined, 'too long']);
});

test('ten requests of a connection may wait for their answers', async () => {
  await pipeline(Array.from({ length: 10 }, () => '/api/health'));
  await until(() => calls === 10);
});

test('a connection with one more is closed before the app sees that request', async () => {
  const socket = await pipeline(Array.from({ length: 50 }, () => '/api/health'));
  await once(socket, 'close');
  await until(() => requestLines().length === 10);
  expect(calls).toBe(10);
});

test('answered requests do not count', async () => {
  answer = response => response.json({});
  const socket = await pipeline(Array.from({ length: 10 }, () => '/api/things/latest'));
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await until(() => text.match(/HTTP\/1\.1 200/g)?.length === 10);
  socket.write(get('/api/things/latest'));
  await until(() => text.match(/HTTP\/1\.1 200/g)?.length === 11);
});

/** A connection on which requests were sent at once. */
async function pipeline(paths: readonly string[]): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(paths.map(get).join(''));
  return socket;
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
}

function requestLines() {
  return server.lines.filter(({ msg }) => msg === 'request');
}
