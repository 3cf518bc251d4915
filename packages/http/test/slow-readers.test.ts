import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'express';
import { streamResponse } from '../src';
import type { ReadingRate } from '../src/connections';
import { ask, startApp, type TestServer } from './start-app';

// Not to be compressed to much less.
const MEGABYTE = randomBytes(750_000).toString('base64');

let server: TestServer;
/** Resolves when the response has closed. */
let closed: Promise<unknown>;
afterEach(() => server.close());

async function* forever() {
  for (;;) yield MEGABYTE;
}

const endless = (response: Response) => streamResponse(response.type('csv'), forever());

test.each(['identity', 'gzip'])(
  'a client that reads nothing of %s is cut off, and the reason is logged',
  async encoding => {
    await start(endless, { window: 200 });
    const response = await open(encoding);
    expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
    await closed;
    expect(server.lines).toContainEqual(
      expect.objectContaining({ msg: 'request', isBrokenOff: true, cutOff: 'slow reader' }),
    );
    const error = once(response, 'error');
    response.resume();
    expect(String(await error)).toMatch('aborted');
  },
);

test('a response to HTTP/1.0 that is cut off does not look complete', async () => {
  await start(endless, { window: 200 });
  const socket = connect(server.port, '127.0.0.1');
  socket.write('GET /api/things HTTP/1.0\r\n\r\n');
  await closed;
  const error = once(socket, 'error');
  socket.resume();
  expect(String(await error)).toMatch('ECONNRESET');
});

test('a client that reads too slowly on average is cut off, even if it never stops reading', async () => {
  await start(endless, { window: 400, minRate: 100 * MEGABYTE.length });
  const response = await open();
  response.on('error', () => undefined);
  const reading = setInterval(() => response.read(1_000), 20);
  await closed;
  clearInterval(reading);
  response.destroy();
});

test('a client that reads nothing of a complete response is cut off', async () => {
  await start(async response => response.send(MEGABYTE.repeat(20)), { window: 200 });
  const response = await open();
  response.on('error', () => undefined);
  await closed;
  response.destroy();
});

test('a client that reads everything is served, even if the source is slower than the window', async () => {
  const source = async function* () {
    for (let piece = 0; piece < 3; piece++) {
      await wait(1_500);
      yield MEGABYTE;
    }
  };
  await start(response => streamResponse(response, source()), {
    window: 1_000,
    minRate: 100 * MEGABYTE.length,
  });
  expect((await ask(server.port, '/api/things')).text).toHaveLength(3 * MEGABYTE.length);
});

/** Starts a service with this handler for `/api/things`. */
async function start(
  answer: (response: Response) => Promise<unknown>,
  reading: Partial<ReadingRate>,
): Promise<void> {
  let close: () => void;
  closed = new Promise<void>(resolve => {
    close = resolve;
  });
  server = await startApp(
    app => {
      app.get('/api/things', (_, response, next) => {
        response.once('close', close);
        answer(response).catch(next);
      });
    },
    { reading, compressed: /^GET \/api\/things$/ },
  );
}

/** Resolves when the response headers arrive, before any of the body has been read. */
async function open(encoding = 'identity'): Promise<IncomingMessage> {
  const headers = { 'accept-encoding': encoding };
  const [response] = await once(get(`${server.url}/api/things`, { headers }), 'response');
  return response as IncomingMessage;
}
