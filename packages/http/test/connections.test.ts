import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Express, Response } from 'express';
import { cutOffAfter, disconnectSignal } from '../src';
import { startApp, type TestServer, until } from './start-app';

const PATHS = ['/api/things', '/api/things/latest', '/api/health'];

/** The responses passed to the app, by path. */
let responses: Map<string, Response>;
/** Handles `/api/things/latest`; set by tests. */
let answer: (response: Response) => unknown;
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

test('the requests of a connection run one at a time, in order', async () => {
  const { text } = await pipeline(PATHS);
  for (const [nth, path] of PATHS.entries()) {
    await until(() => calls === nth + 1);
    responses.get(path)!.json({ path });
  }
  await until(() => PATHS.every(path => text().includes(JSON.stringify({ path }))));
});

test('queued requests do not run once the connection has closed', async () => {
  const { socket } = await pipeline(PATHS);
  await until(() => calls === 1);
  const first = responses.get('/api/things')!;
  const signal = disconnectSignal(first);
  socket.destroy();
  await once(first, 'close');
  await server.close();
  expect([signal.aborted, calls]).toEqual([true, 1]);
  expect(requestLines()).toEqual([
    expect.objectContaining({ route: '/api/things', status: 499, isBrokenOff: true }),
  ]);
});

test('no request runs after a response that closes the connection', async () => {
  const { socket, text } = await pipeline(PATHS);
  await until(() => calls === 1);
  responses.get('/api/things')!.set('Connection', 'close').json({});
  await once(socket, 'close');
  expect([text().match(/HTTP/g)?.length, calls]).toEqual([1, 1]);
});

test('the error of a malformed request is not sent as the response to an earlier one', async () => {
  const { socket, text } = await pipeline(['/api/things']);
  await until(() => calls === 1);
  socket.write('no HTTP\r\n\r\n');
  await once(socket, 'close');
  expect(text()).toBe('');
});

test('resetting pipelined connections at any moment does not end the process', async () => {
  answer = response => response.json({});
  const reset = async (nth: number) => {
    const { socket } = await pipeline(Array.from({ length: 6 }, () => '/api/things/latest'));
    // From the next turn of the event loop up to when all requests are answered.
    for (let turn = 0; turn < nth % 20; turn++) await setImmediate();
    socket.resetAndDestroy();
  };
  for (let batch = 0; batch < 20; batch++) {
    await Promise.all(Array.from({ length: 20 }, (_, nth) => reset(nth)));
  }
  const { socket, text } = await pipeline(['/api/things/latest']);
  await until(() => text().includes('HTTP/1.1 200'));
  socket.destroy();
});

test('a response that takes too long is cut off, and the reason is logged', async () => {
  answer = response => {
    cutOffAfter(response, 20);
  };
  const { socket } = await pipeline(['/api/things/latest', '/api/health']);
  await once(socket, 'close');
  await until(() => requestLines().length === 1);
  expect([calls, requestLines()[0]]).toEqual([1, expect.objectContaining({ cutOff: 'too long' })]);
});

test('ten requests of a connection may be pending', async () => {
  answer = response => setImmediate().then(() => response.json({}));
  const { text } = await pipeline(Array.from({ length: 10 }, () => '/api/things/latest'));
  await until(() => text().match(/HTTP\/1\.1 200/g)?.length === 10);
});

test('a connection with eleven pending requests is closed', async () => {
  const { socket } = await pipeline(Array.from({ length: 50 }, () => '/api/health'));
  await once(socket, 'close');
  await until(() => requestLines().length === 1);
  expect(calls).toBe(1);
});

test('completed requests do not count', async () => {
  answer = response => response.json({});
  const { socket, text } = await pipeline(Array.from({ length: 10 }, () => '/api/things/latest'));
  await until(() => text().match(/HTTP\/1\.1 200/g)?.length === 10);
  socket.write(get('/api/things/latest'));
  await until(() => text().match(/HTTP\/1\.1 200/g)?.length === 11);
});

/** Sends pipelined requests over a connection and collects what it receives. */
async function pipeline(paths: readonly string[]): Promise<{ socket: Socket; text: () => string }> {
  let text = '';
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'connect');
  socket.write(paths.map(get).join(''));
  return { socket, text: () => text };
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
}

function requestLines() {
  return server.lines.filter(({ msg }) => msg === 'request');
}
