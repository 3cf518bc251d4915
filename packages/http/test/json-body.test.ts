import { gzipSync } from 'node:zlib';
import type { Request } from 'express';
import { jsonBody } from '../src';
import { ask, startApp, type TestServer } from './start-app';

const LIMIT = 100;

const callerOf = (request: Request) => request.get('X-Caller') ?? null;

let server: TestServer;
beforeAll(async () => {
  server = await startApp(app => {
    const body = jsonBody({
      limit: LIMIT,
      callerOf,
      maxElements: 20,
      properties: ['Slug', 'Name'],
    });
    app.post('/api/things', body, (request, response) => {
      response.json(request.body);
    });
    app.delete('/api/things/:id', body, (request, response) => {
      response.json({ body: (request.body as unknown) ?? 'not read' });
    });
  });
});
afterAll(() => server.close());

async function post(body?: string | Buffer, type?: string | null, headers: object = {}) {
  const contentType = type === null ? {} : { 'Content-Type': type ?? 'application/json' };
  const reply = await ask(server.port, '/api/things', {
    method: 'POST',
    headers: { ...contentType, ...headers },
    ...(body !== undefined && { body }),
  });
  return { status: reply.status, headers: reply.headers, body: JSON.parse(reply.text) };
}

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/JSON;charset="UTF-8"',
  'application/json; charset=utf8',
  'application/merge-patch+json',
])('takes %s', async type => {
  expect(await post('{"Slug":"ä"}', type)).toMatchObject({ status: 200, body: { Slug: 'ä' } });
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense', null])(
  'refuses the content type %s with 415',
  async type => {
    expect(await post('{"Slug":"a"}', type)).toMatchObject({
      status: 415,
      body: { code: 'unsupported-media-type' },
    });
  },
);

test.each(['latin1', 'utf-16', 'UTF-7'])('refuses the charset %s', async charset => {
  const { status, body } = await post('{"Slug":"a"}', `application/json; charset=${charset}`);
  expect([status, body.detail]).toEqual([400, 'Send the body in UTF-8; no other charset is read.']);
});

test.each(['gzip', 'br', 'nonsense'])(
  'takes an empty body for none, also as %s',
  async encoding => {
    const headers = { 'Content-Encoding': encoding, 'Content-Length': '0' };
    expect(await post(undefined, undefined, headers)).toMatchObject({ status: 200, body: {} });
  },
);

test('refuses what nests deeper than 32 levels, and takes 32', async () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  expect((await post(nested(32))).status).toBe(200);
  const { status, body } = await post(nested(33));
  expect([status, body.detail]).toEqual([400, 'The body nests deeper than 32 levels.']);
});

test('refuses a list that is too long', async () => {
  const list = (length: number) => JSON.stringify({ Ids: Array<number>(length).fill(0) });
  expect((await post(list(20))).status).toBe(200);
  expect((await post(list(21))).body.detail).toBe('Ids must have at most 20 items.');
});

test('refuses more properties than any operation takes, before it judges them', async () => {
  const other = await startApp(app => {
    const body = jsonBody({ limit: 10_000, callerOf, maxElements: 20 });
    app.post('/api/things', body, (_request, response) => void response.json({}));
  });
  const detail = async (length: number) => {
    const names = Array.from({ length }, (_, index) => [`p${index}`, 1]);
    const { text } = await ask(other.port, '/api/things', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(names)),
    });
    return (JSON.parse(text) as { detail?: string }).detail;
  };
  expect(await detail(100)).not.toBe('Send at most 100 properties.');
  expect(await detail(101)).toBe('Send at most 100 properties.');
  await other.close();
});

test('refuses a compressed body, so that none can grow past the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(1_000_000)).toString('latin1');
  expect(await post(bomb, undefined, { 'Content-Encoding': 'gzip' })).toMatchObject({
    status: 415,
  });
});

test('takes a body as large as the limit and refuses one byte more, its length declared or not', async () => {
  const largest = JSON.stringify({ Slug: 'x'.repeat(LIMIT - '{"Slug":""}'.length) });
  expect(await post(largest)).toMatchObject({ status: 200 });
  const refused = {
    status: 413,
    headers: { connection: 'close' },
    body: { code: 'body-too-large' },
  };
  expect(await post(`${largest} `)).toMatchObject(refused);
  expect(await post(`${largest} `, undefined, { 'Transfer-Encoding': 'chunked' })).toMatchObject(
    refused,
  );
});

test('reads a missing body as an empty object', async () => {
  expect(await post(undefined, null)).toMatchObject({ status: 200, body: {} });
  expect(await post('')).toMatchObject({ status: 200, body: {} });
});

test.each(['{"Slug":', '{"Slug":hunter2}', '{Slug}', '{"Slug":"a"} x', "{'Slug':1}"])(
  'refuses %s as malformed and repeats none of it',
  async text => {
    const { status, body } = await post(text);
    expect(status).toBe(400);
    expect(body.detail).toMatch(/^The body is not JSON(: .*)?\.$/);
    expect(body.detail).not.toMatch(/hunter2|Slug/);
  },
);

test.each(['[]', '"text"', '12', 'null', 'true'])('refuses %s, which is no object', async text => {
  const { status, body } = await post(text);
  expect(status).toBe(400);
  expect(body.detail).toBe('The body must be a JSON object.');
});

test('refuses what is not UTF-8, rather than keep it with other characters', async () => {
  const { status, body } = await post(Buffer.from('{"Slug":"\u00e4"}', 'latin1'));
  expect([status, body.detail]).toEqual([400, 'The body is not UTF-8.']);
});

test('matches the property names in any case, and leaves unknown ones to validation', async () => {
  const { body } = await post('{"SLUG":"a","name":"b","Other":1,"other":2}');
  expect(body).toEqual({ Slug: 'a', Name: 'b', Other: 1, other: 2 });
});

test('refuses a property that is given in two cases', async () => {
  expect((await post('{"Slug":"a","slug":"b"}')).body.detail).toBe('Slug is given twice.');
});

test('pollutes no prototype', async () => {
  await post('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
  expect({}).not.toHaveProperty('polluted');
});

test('does not read the body of an operation that documents none', async () => {
  const { text } = await ask(server.port, '/api/things/7', {
    method: 'DELETE',
    headers: { 'Content-Type': 'text/plain' },
    body: 'x'.repeat(LIMIT * 2),
  });
  expect(JSON.parse(text)).toEqual({ body: 'not read' });
});
