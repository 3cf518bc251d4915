import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
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

test('a problem is sent as RFC 9457 with its code and fields', async () => {
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

test('a problem is sent in PascalCase as application/json if configured', async () => {
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

test('the response to an unknown error has only the request ID; the error is logged with its cause', async () => {
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

test('the status of an unknown error is ignored', async () => {
  server = await startApp(
    failing(() => Object.assign(new Error('no'), { status: 401, statusCode: 401 })),
  );
  expect((await ask(server.port, '/api/things')).status).toBe(500);
});

test('an unreachable database is 503 with Retry-After, regardless of the status set by tsoa', async () => {
  server = await startApp(
    failing(() => Object.assign(new Error('terminating'), { code: '57P01', status: 401 })),
  );
  const { status, headers, text } = await ask(server.port, '/api/things');
  expect(status).toBe(503);
  expect(headers['retry-after']).toBe('2');
  expect(JSON.parse(text).code).toBe('database-unavailable');
});

test('a statement timeout is 503, too, but not an outage', async () => {
  server = await startApp(
    failing(() => Object.assign(new Error('canceling statement'), { code: '57014' })),
  );
  const { status, headers, text } = await ask(server.port, '/api/things');
  expect([status, headers['retry-after']]).toEqual([503, '2']);
  expect(JSON.parse(text)).toMatchObject({
    code: 'database-unavailable',
    detail: 'The database did not respond in time. Try again after Retry-After seconds.',
  });
  expect(server.lines.filter(({ msg }) => msg !== 'request')).toMatchObject([
    {
      level: 'warn',
      id: headers['x-request-id'],
      cause: 'canceling statement (57014)',
      msg: 'statement timed out',
    },
  ]);
});

test.each([[undefined], [null], ['text'], [42]])('throwing %p is 500', async thrown => {
  server = await startApp(app => {
    app.get('/api/things', (_request, _response, next) =>
      next(thrown ?? new Error(String(thrown))),
    );
  });
  expect((await ask(server.port, '/api/things')).status).toBe(500);
});

test('a code missing from the catalog is 500', async () => {
  server = await startApp(failing(() => new Problem('no-such-code', 'Secret.')));
  const { status, text } = await ask(server.port, '/api/things');
  expect(status).toBe(500);
  expect(text).not.toContain('Secret');
});

test('an error response has no headers of the failed response', async () => {
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

test('a response that fails midway closes the connection, so that it does not look complete', async () => {
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

test('a client that disconnects is logged as 499, without an error', async () => {
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

test('a client that disconnects during a response is not logged as an error', async () => {
  server = await startApp(app => {
    app.get('/api/things', async (_request, response) => {
      async function* rows() {
        for (;;) yield 'x'.repeat(1_000);
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
