import { documentedQuery, operationOf } from '../src';
import { ask, startApp, type TestServer } from './start-app';

let server: TestServer;
beforeAll(async () => {
  server = await startApp(app => {
    app.get('/api/things/latest', (request, response) => {
      response.json(operationOf(request)?.route);
    });
    for (const path of ['/api/things/:id', '/api/things/:id/version']) {
      app.get(path, (request, response) => {
        response.json(operationOf(request)?.route);
      });
    }
    app.get('/api/things', documentedQuery({ maxParameters: 1_100 }), (request, response) => {
      response.json(request.query);
    });
  });
});
afterAll(() => server.close());

const problem = async (path: string, method = 'GET') => {
  const { status, headers, text } = await ask(server.port, path, { method });
  return { status, allow: headers.allow, ...(text ? (JSON.parse(text) as object) : {}) };
};

test.each([
  ['/api/things/latest', '/api/things/latest'],
  ['/api/things/7', '/api/things/{id}'],
  ['/api/things/7/', '/api/things/{id}'],
  ['/api/things/a%2Fb', '/api/things/{id}'],
  ['/api/things/latest/version', '/api/things/{id}/version'],
])('%s is routed as %s: static segments take precedence over placeholders', async (path, route) => {
  expect(JSON.parse((await ask(server.port, path)).text)).toBe(route);
});

test.each([
  '/',
  '/api',
  '/api/nothing',
  '/api//things',
  '//api/things',
  '/api/things//version',
  '/API/things',
])('%s is 404', async path => {
  expect(await problem(path)).toMatchObject({ status: 404, code: 'not-found' });
});

test('an unsupported method on a known path is 405 with Allow', async () => {
  expect(await problem('/api/things/7', 'PUT')).toMatchObject({
    status: 405,
    allow: 'GET, DELETE, HEAD, OPTIONS',
    code: 'method-not-allowed',
  });
});

test('HEAD responds like GET, and OPTIONS with Allow', async () => {
  expect(await ask(server.port, '/api/things/7', { method: 'HEAD' })).toMatchObject({
    status: 200,
    text: '',
  });
  expect(await problem('/api/things', 'OPTIONS')).toEqual({
    status: 204,
    allow: 'GET, POST, HEAD, OPTIONS',
  });
});

test('a documented operation that does not exist is 404', async () => {
  expect(await problem('/api/things/7', 'DELETE')).toMatchObject({ status: 404 });
});

test.each(['/api/things/%zz', '/api/things/%E0%A4%A', '/nowhere/%'])(
  'the malformed percent-encoding of %s is 400',
  async path => {
    expect(await problem(path)).toMatchObject({ status: 400, code: 'invalid-request' });
  },
);

test('documented query parameters are passed, lists as repetitions', async () => {
  const { text } = await ask(server.port, '/api/things?limit=5&tags=a&tags=b&names=c&names=d');
  expect(JSON.parse(text)).toEqual({ limit: '5', tags: ['a', 'b'], names: ['c', 'd'] });
});

test.each([
  ['pgae=2', 'pgae is not a query parameter of this operation, which accepts limit, tags, names.'],
  ['limit=', 'limit must not be empty.'],
  ['limit', 'limit must not be empty.'],
  ['tags=a&tags=', 'tags must not be empty.'],
  ['limit=1&limit=2', 'limit must not be repeated.'],
  ['li%6Dit=1&limit=2', 'limit must not be repeated.'],
  [
    'Limit=1',
    'Limit is not a query parameter of this operation, which accepts limit, tags, names.',
  ],
  [
    'limit[]=1',
    'limit[] is not a query parameter of this operation, which accepts limit, tags, names.',
  ],
  [
    'x=1&limit=',
    'x is not a query parameter of this operation, which accepts limit, tags, names; limit must not be empty.',
  ],
])('?%s is rejected, naming the parameter', async (search, detail) => {
  expect(await problem(`/api/things?${search}`)).toMatchObject({
    status: 400,
    code: 'invalid-request',
    detail,
  });
});

test('parameters beyond the thousandth are read, and too many are rejected', async () => {
  const tags = 'tags=a&'.repeat(1_050);
  const unknown = await problem(`/api/things?${tags}unknown=1`);
  expect([unknown.status, (unknown as { detail?: string }).detail]).toEqual([
    400,
    'unknown is not a query parameter of this operation, which accepts limit, tags, names.',
  ]);
  const { text } = await ask(server.port, `/api/things?${tags}limit=7`);
  expect(JSON.parse(text)).toMatchObject({ limit: '7' });
  const many = await problem(`/api/things?${'tags=a&'.repeat(1_101)}`);
  expect(many).toMatchObject({ status: 400, detail: 'Send at most 1100 query parameters.' });
});
