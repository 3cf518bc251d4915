import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Express, Response } from 'express';
import { disconnectSignal, streamResponse } from '../src';
import { ask, sendRaw, startApp, type TestServer } from './start-app';

/** The chunks that `/api/things` sends; set by each test. */
let makePieces: (signal: AbortSignal) => AsyncGenerator<string>;
/** Runs before the first chunk is requested. */
let prepare: (response: Response) => Promise<unknown>;
let server: TestServer;
beforeAll(async () => {
  server = await startApp((app: Express) => {
    app.get('/api/things', (_, response: Response, next) => {
      response.type('text/plain');
      prepare(response)
        .then(() => streamResponse(response, makePieces(disconnectSignal(response))))
        .catch(next);
    });
  });
});
beforeEach(() => {
  prepare = () => Promise.resolve();
});
afterAll(() => server.close());

const MEGABYTE = 'x'.repeat(1_000_000);

test('chunks arrive in order', async () => {
  makePieces = async function* () {
    yield 'one ';
    yield 'two';
  };
  const reply = await ask(server.port, '/api/things');
  expect([reply.status, reply.text]).toEqual([200, 'one two']);
});

test('HEAD returns only headers, and the generator is closed', async () => {
  let isClosed = false;
  makePieces = async function* () {
    try {
      yield 'one';
      yield 'two';
    } finally {
      isClosed = true;
    }
  };
  const reply = await ask(server.port, '/api/things', { method: 'HEAD' });
  expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([
    200,
    'text/plain; charset=utf-8',
    '',
  ]);
  expect(isClosed).toBe(true);
});

test('an error before the first chunk sets the status', async () => {
  makePieces = async function* () {
    yield* [];
    throw Object.assign(new Error('terminated'), { code: '57P01' });
  };
  expect((await ask(server.port, '/api/things')).status).toBe(503);
});

test('a later error closes the connection', async () => {
  makePieces = async function* () {
    yield 'one';
    throw new Error('half-way');
  };
  await expect(ask(server.port, '/api/things')).rejects.toThrow(/aborted|hang up/);
});

test('a later error resets the connection of a client that reads to its end, as with HTTP/1.0', async () => {
  makePieces = async function* () {
    yield 'one';
    throw new Error('half-way');
  };
  const reply = sendRaw(server.port, 'GET /api/things HTTP/1.0\r\n\r\n');
  await expect(reply).rejects.toThrow('ECONNRESET');
});

test('a complete response to HTTP/1.0 ends with its connection', async () => {
  makePieces = async function* () {
    yield 'one ';
    yield 'two';
  };
  const reply = await sendRaw(server.port, 'GET /api/things HTTP/1.0\r\n\r\n');
  expect(reply).toMatch(/one two$/);
});

test('chunks are produced only as fast as the client reads', async () => {
  let [made, taken, maxAhead] = [0, 0, 0];
  makePieces = async function* () {
    for (; made < 100; made++) {
      maxAhead = Math.max(maxAhead, made - taken / MEGABYTE.length);
      yield MEGABYTE;
    }
  };
  const [response] = await open();
  for await (const chunk of response) taken += (chunk as Buffer).length;
  expect(taken).toBe(100 * MEGABYTE.length);
  // The two sockets buffer a few megabytes.
  expect(maxAhead).toBeLessThan(30);
});

test('a disconnect aborts the signal, even while a chunk is being produced', async () => {
  let aborted!: () => void;
  const isAborted = new Promise<void>(resolve => {
    aborted = resolve;
  });
  makePieces = async function* (signal) {
    yield 'one';
    await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
    aborted();
  };
  const [response] = await open();
  response.destroy();
  await isAborted;
});

test('after an early disconnect, the signal is already aborted at the first chunk', async () => {
  const request = get(`${server.url}/api/things`).on('error', () => undefined);
  prepare = response => {
    request.destroy();
    return once(response, 'close');
  };
  const isAborted = await new Promise<boolean>(resolve => {
    makePieces = async function* (signal) {
      resolve(signal.aborted);
      yield 'one';
    };
  });
  expect(isAborted).toBe(true);
});

test('a disconnect after the first chunk closes the generator', async () => {
  const request = get(`${server.url}/api/things`).on('error', () => undefined);
  let response!: Response;
  prepare = async prepared => {
    response = prepared;
  };
  await new Promise<void>(resolve => {
    makePieces = async function* () {
      try {
        request.destroy();
        await once(response, 'close');
        yield 'one';
      } finally {
        resolve();
      }
    };
  });
});

/** Resolves when the response headers arrive, before any of the body has been read. */
function open() {
  return once(get(`${server.url}/api/things`), 'response') as Promise<[IncomingMessage]>;
}
