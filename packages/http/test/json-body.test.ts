import { gzipSync } from 'node:zlib';
import type { Request } from 'express';
import { jsonInput } from '../src';
import { ask, startApp, type TestServer } from './start-app';

const LIMIT = 100;

const callerOf = (request: Request) => request.get('X-Caller') ?? null;

let server: TestServer;
beforeAll(async () => {
  server = await startApp(app => {
    const body = jsonInput({
      maxParameters: 10,
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
])('%s is accepted', async type => {
  expect(await post('{"Slug":"ä"}', type)).toMatchObject({ status: 200, body: { Slug: 'ä' } });
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense', null])(
  'the content type %s is rejected with 415',
  async type => {
    expect(await post('{"Slug":"a"}', type)).toMatchObject({
      status: 415,
      body: { code: 'unsupported-media-type' },
    });
  },
);

test.each(['latin1', 'utf-16', 'UTF-7'])('the charset %s is rejected', async charset => {
  const { status, body } = await post('{"Slug":"a"}', `application/json; charset=${charset}`);
  expect([status, body.detail]).toEqual([
    400,
    'Send the body in UTF-8; other charsets are not supported.',
  ]);
});

test.each(['gzip', 'br', 'nonsense'])(
  'an empty body counts as none, even with the encoding %s',
  async encoding => {
    const headers = { 'Content-Encoding': encoding, 'Content-Length': '0' };
    expect(await post(undefined, undefined, headers)).toMatchObject({ status: 200, body: {} });
  },
);

test('a body may have 32 levels of nesting, but not more', async () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  expect((await post(nested(32))).status).toBe(200);
  const { status, body } = await post(nested(33));
  expect([status, body.detail]).toEqual([400, 'The body exceeds 32 levels of nesting.']);
});

test('a list that is too long is rejected', async () => {
  const list = (length: number) => JSON.stringify({ Ids: Array<number>(length).fill(0) });
  expect((await post(list(20))).status).toBe(200);
  expect((await post(list(21))).body.detail).toBe('Ids must have at most 20 items.');
});

test.each([
  ['{"Slug":"a\\ud800"}', 'Slug must be well-formed Unicode, without half of a surrogate pair.'],
  [
    '{"a":[{"b":"\\udc00"}]}',
    'a[0].b must be well-formed Unicode, without half of a surrogate pair.',
  ],
  [
    '{"a":{"\\ud83d":1}}',
    'a.\ufffd must be well-formed Unicode, without half of a surrogate pair.',
  ],
  ['{"Slug":"a\\u0000"}', 'Slug must not contain NUL.'],
  ['{"a":[{"\\u0000":1}]}', 'a[0].\0 must not contain NUL.'],
])('text that PostgreSQL cannot store is rejected in %s', async (sent, detail) => {
  expect(await post(sent)).toMatchObject({ status: 400, body: { detail } });
});

test('too many properties or items are rejected before validation', async () => {
  const other = await startApp(app => {
    const body = jsonInput({ maxParameters: 10, limit: 10_000, callerOf, maxElements: 20 });
    app.post('/api/things', body, (_request, response) => void response.json({}));
  });
  const detail = async (sent: unknown) => {
    const { text } = await ask(other.port, '/api/things', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(sent),
    });
    return (JSON.parse(text) as { detail?: string }).detail;
  };
  const properties = (length: number) =>
    Object.fromEntries(Array.from({ length }, (_, index) => [`p${index}`, 1]));
  expect(await detail(properties(100))).not.toBe('Send at most 100 properties.');
  expect(await detail(properties(101))).toBe('Send at most 100 properties.');
  const items = Array<number>(21).fill(1);
  expect(await detail({ a: [{ b: items }] })).toBe('a[0].b must have at most 20 items.');
  await other.close();
});

test('a compressed body is rejected, so that it cannot expand beyond the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(1_000_000)).toString('latin1');
  expect(await post(bomb, undefined, { 'Content-Encoding': 'gzip' })).toMatchObject({
    status: 415,
  });
});

test('a body of exactly the limit is accepted and one byte more is rejected, with or without Content-Length', async () => {
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

test('a missing body is read as an empty object', async () => {
  expect(await post(undefined, null)).toMatchObject({ status: 200, body: {} });
  expect(await post('')).toMatchObject({ status: 200, body: {} });
});

test.each(['{"Slug":', '{"Slug":hunter2}', '{Slug}', '{"Slug":"a"} x', "{'Slug':1}"])(
  '%s is rejected as malformed without quoting it',
  async text => {
    const { status, body } = await post(text);
    expect(status).toBe(400);
    expect(body.detail).toMatch(/^The body is not valid JSON(: .*)?\.$/);
    expect(body.detail).not.toMatch(/hunter2|Slug/);
  },
);

test.each(['[]', '"text"', '12', 'null', 'true'])(
  '%s is rejected, because it is not an object',
  async text => {
    const { status, body } = await post(text);
    expect(status).toBe(400);
    expect(body.detail).toBe('The body must be a JSON object.');
  },
);

test('invalid UTF-8 is rejected instead of being replaced', async () => {
  const { status, body } = await post(Buffer.from('{"Slug":"\u00e4"}', 'latin1'));
  expect([status, body.detail]).toEqual([400, 'The body is not UTF-8.']);
});

test('property names are matched case-insensitively; unknown ones are left to validation', async () => {
  const { body } = await post('{"SLUG":"a","name":"b","Other":1,"other":2}');
  expect(body).toEqual({ Slug: 'a', Name: 'b', Other: 1, other: 2 });
});

test('property names of objects in the body and in its lists are matched case-insensitively', async () => {
  const { body } = await post('{"slug":{"NAME":"a","other":1},"name":[{"SLUG":"b"},[],2,null]}');
  expect(body).toEqual({
    Slug: { Name: 'a', other: 1 },
    Name: [{ Slug: 'b' }, [], 2, null],
  });
});

test('a property repeated in a different case is rejected', async () => {
  expect((await post('{"Slug":"a","slug":"b"}')).body.detail).toBe('Slug must not be repeated.');
});

test('prototypes are not polluted', async () => {
  await post('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
  expect({}).not.toHaveProperty('polluted');
});

test('the body of an operation without a documented body is not read', async () => {
  const { text } = await ask(server.port, '/api/things/7', {
    method: 'DELETE',
    headers: { 'Content-Type': 'text/plain' },
    body: 'x'.repeat(LIMIT * 2),
  });
  expect(JSON.parse(text)).toEqual({ body: 'not read' });
});
