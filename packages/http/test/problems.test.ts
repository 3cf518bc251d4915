import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Express } from 'express';
import { Problem } from '../src';
import { ask, startApp, type TestServer, until } from './start-app';

const failing = (makeError: () => unknown) => (app: Express) => {
  app.get('/api/things', () => {
    throw makeError();
  });
};

let server: TestServer;
afterEach(() => server.close());

test('writes a problem as RFC 9457 with its code and its fields', async () => {
  server = await startApp(
    failing(
      () =>
        new Problem('invalid-request', 'limit is empty.', {
          errors: [{ field: 'limit', message: 'is empty' }],
          headers: { 'X-Hint': 'yes' },
        }),
    ),
  );
  const { status, headers, text } = await ask(server.port, '/api/things');
  expect(status).toBe(400);
  expect(headers['content-type']).toBe('application/problem+json');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-hint']).toBe('yes');
  expect(JSON.parse(text)).toEqual({
    type: 'about:blank',
    title: 'Invalid request',
    status: 400,
    detail: 'limit is empty.',
    code: 'invalid-request',
    errors: [{ field: 'limit', message: 'is empty' }],
  });
});

test('writes a problem in PascalCase as application/json where the service says so', async () => {
  server = await startApp(
    failing(() => new Problem('not-found', 'There is no such thing.')),
    { style: 'pascal' },
  );
  const { headers, text } = await ask(server.port, '/api/things');
  expect(headers['content-type']).toBe('application/json');
  expect(JSON.parse(text)).toEqual({
    Title: 'Not found',
    Status: 404,
    Detail: 'There is no such thing.',
    Code: 'not-found',
  });
});

test('tells nothing of an unknown error but the request id, and logs it with its cause', async () => {
  server = await startApp(
    failing(
      () => new Error('password is hunter2', { cause: new Error('relation "x" is missing') }),
    ),
  );
  const { status, headers, text } = await ask(server.port, '/api/things');
  expect(status).toBe(500);
  expect(JSON.parse(text).code).toBe('internal');
  expect(text).toContain(headers['x-request-id']);
  expect(text).not.toMatch(/hunter2|relation/);
  expect(server.lines.find(line => line.msg === 'internal error')).toMatchObject({
    id: headers['x-request-id'],
    err: { message: 'password is hunter2', cause: { message: 'relation "x" is missing' } },
  });
});

test('does not believe the status that a foreign error carries', async () => {
  server = await startApp(
    failing(() => Object.assign(new Error('no'), { status: 401, statusCode: 401 })),
  );
  expect((await ask(server.port, '/api/things')).status).toBe(500);
});

test('answers 503 with Retry-After when the database is unreachable, whatever status tsoa put on it', async () => {
  server = await startApp(
    failing(() => Object.assign(new Error('terminating'), { code: '57P01', status: 401 })),
  );
  const { status, headers, text } = await ask(server.port, '/api/things');
  expect(status).toBe(503);
  expect(headers['retry-after']).toBe('2');
  expect(JSON.parse(text).code).toBe('database-unavailable');
});

test('a statement that took too long is 503 as well, and no outage', async () => {
  server = await startApp(
    failing(() => Object.assign(new Error('canceling statement'), { code: '57014' })),
  );
  const { status, headers, text } = await ask(server.port, '/api/things');
  expect([status, headers['retry-after']]).toEqual([503, '2']);
  expect(JSON.parse(text)).toMatchObject({
    code: 'database-unavailable',
    detail: 'The database did not answer in time. Try again after Retry-After seconds.',
  });
  expect(server.lines.filter(({ msg }) => msg !== 'request')).toMatchObject([
    {
      level: 'warn',
      id: headers['x-request-id'],
      cause: 'canceling statement (57014)',
      msg: 'database too slow for a statement',
    },
  ]);
});

test.each([[undefined], [null], ['text'], [42]])('answers 500 when %p is thrown', async thrown => {
  server = await startApp(app => {
    app.get('/api/things', (_request, _response, next) =>
      next(thrown ?? new Error(String(thrown))),
    );
  });
  expect((await ask(server.port, '/api/things')).status).toBe(500);
});

test('answers 500 for a code that the catalog lacks', async () => {
  server = await startApp(failing(() => new Problem('no-such-code', 'Secret.')));
  const { status, text } = await ask(server.port, '/api/things');
  expect(status).toBe(500);
  expect(text).not.toContain('Secret');
});

test('sends no header of the answer that was not given', async () => {
  server = await startApp(app => {
    app.get('/api/things', (_request, response) => {
      response.set({ 'Content-Disposition': 'attachment', ETag: '"1"', 'Cache-Control': 'public' });
      throw new Problem('not-found', 'Gone.');
    });
  });
  const { headers } = await ask(server.port, '/api/things');
  expect(headers).not.toHaveProperty('content-disposition');
  expect(headers).not.toHaveProperty('etag');
  expect(headers['cache-control']).toBe('no-store');
});

test('breaks the connection when an answer fails half-way, so that it cannot look whole', async () => {
  server = await startApp(app => {
    app.get('/api/things', async (_request, response) => {
      async function* rows() {
        yield '[1,\n';
        await until(() => response.headersSent);
        throw new Error('cursor lost');
      }
      await pipeline(Readable.from(rows()), response);
    });
  });
  await expect(ask(server.port, '/api/things')).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  expect(server.lines.map(line => line.msg)).toContain('response aborted');
});

test('logs no error when it is the client that leaves, and says 499', async () => {
  let left: Promise<unknown> | undefined;
  server = await startApp(app => {
    app.get('/api/things', async (_request, response) => {
      left = once(response, 'close');
      await left;
      throw new Error('the query was cancelled');
    });
  });
  const leaving = new AbortController();
  const call = fetch(`${server.url}/api/things`, { signal: leaving.signal });
  await until(() => left !== undefined);
  leaving.abort();
  await expect(call).rejects.toThrow();
  await until(() => server.lines.length > 0);
  expect(
    server.lines.map(({ msg, status, isBrokenOff }) => ({ msg, status, isBrokenOff })),
  ).toEqual([{ msg: 'request', status: 499, isBrokenOff: true }]);
});

test('logs no error when the client leaves in the middle of an answer', async () => {
  server = await startApp(app => {
    app.get('/api/things', async (_request, response) => {
      async function* rows() {
        for (;;) {
          yield 'x'.repeat(1_000);
          await wait(5);
        }
      }
      await pipeline(Readable.from(rows()), response);
    });
  });
  const leaving = new AbortController();
  await fetch(`${server.url}/api/things`, { signal: leaving.signal });
  leaving.abort();
  await until(() => server.lines.length > 0);
  expect(server.lines.map(({ msg, isBrokenOff }) => ({ msg, isBrokenOff }))).toEqual([
    { msg: 'request', isBrokenOff: true },
  ]);
});
