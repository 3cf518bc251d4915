import { request } from 'node:http';
import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.call('POST', '/api/packages', { body: { Slug: 'known' } });
});
afterAll(() => app.close());

const packages = '/api/packages';

test.each([
  ['a body that is not JSON', 'POST', packages, '{"Slug":', 'JSON'],
  ['a body that is a list', 'POST', packages, '[]', 'object'],
  ['a body that is a text', 'POST', packages, '"slug"', 'JSON'],
  ['no body', 'POST', packages, undefined, 'Slug'],
  ['no Slug', 'POST', packages, '{"Name":"x"}', 'Slug'],
  ['a Slug that is a number', 'POST', packages, '{"Slug":1}', 'Slug'],
  ['a Slug that is null', 'POST', packages, '{"Slug":null}', 'Slug'],
  ['an empty Slug', 'POST', packages, '{"Slug":""}', 'Slug'],
  ['a Slug that begins with a dash', 'POST', packages, '{"Slug":"-a"}', 'Slug'],
  ['a Slug with an empty segment', 'POST', packages, '{"Slug":"a//b"}', 'Slug'],
  ['a Slug with a line break', 'POST', packages, '{"Slug":"a\\n"}', 'Slug'],
  ['a Slug of 101 characters', 'POST', packages, `{"Slug":"${'a'.repeat(101)}"}`, 'Slug'],
  ['a Slug that is given twice', 'POST', packages, '{"Slug":"a","slug":"b"}', 'Slug'],
  ['a Name that is a number', 'POST', packages, '{"Slug":"a","Name":1}', 'Name'],
  ['a Name of blanks', 'POST', packages, '{"Slug":"a","Name":"  "}', 'Name'],
  [
    'a Name of 201 characters',
    'POST',
    packages,
    `{"Slug":"a","Name":"${'n'.repeat(201)}"}`,
    'Name',
  ],
  ['a Name with a control character', 'POST', packages, '{"Slug":"a","Name":"a\\u0000b"}', 'Name'],
  ['a Name with half a character', 'POST', packages, '{"Slug":"a","Name":"\\ud800"}', 'Name'],
  ['an unknown property', 'POST', packages, '{"Slug":"a","Colour":"red"}', 'Colour'],
  ['a property named __proto__', 'POST', packages, '{"Slug":"a","__proto__":{}}', '__proto__'],
  ['no Version', 'PUT', `${packages}/known/version`, '{}', 'Version'],
  ['a Version that is a number', 'PUT', `${packages}/known/version`, '{"Version":1}', 'Version'],
  [
    'a Force that is a string',
    'PUT',
    `${packages}/known/version`,
    '{"Version":"9.0.0","Force":"yes"}',
    'Force',
  ],
  ['a slug in the path that is malformed', 'GET', `${packages}/-bad`, undefined, 'lug'],
  ['a slug with a segment of dots', 'GET', `${packages}/a%2F..`, undefined, 'lug'],
  ['a slug with a zero byte', 'GET', `${packages}/a%00`, undefined, 'lug'],
  ['a path with broken encoding', 'GET', `${packages}/%zz`, undefined, 'path'],
  ['limit 0', 'GET', `${packages}?limit=0`, undefined, 'limit'],
  ['limit 1001', 'GET', `${packages}?limit=1001`, undefined, 'limit'],
  ['limit 1.5', 'GET', `${packages}?limit=1.5`, undefined, 'limit'],
  ['limit twice', 'GET', `${packages}?limit=1&limit=2`, undefined, 'limit'],
  ['a malformed after', 'GET', `${packages}?after=-`, undefined, 'after'],
  ['a q with a zero byte', 'GET', `${packages}?q=a%00`, undefined, 'q'],
  ['an unknown query parameter', 'GET', `${packages}?colour=red`, undefined, 'colour'],
  [
    'a query parameter of an operation without any',
    'POST',
    `${packages}/known/increment/patch?by=2`,
    undefined,
    'by',
  ],
])('%s is refused, and the detail names it', async (_, method, path, body, named) => {
  const reply = await app.call(method, path, { body });
  expect([reply.status, reply.body.Code]).toEqual([400, 'invalid-request']);
  expect(reply.body).toEqual({
    Title: expect.any(String),
    Status: 400,
    Detail: expect.stringContaining(named),
    Code: 'invalid-request',
  });
  expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
  expect((await app.call('GET', '/api/packages')).body).toMatchObject([
    { Slug: 'known', Version: '0.0.1' },
  ]);
});

test.each([
  ['GET', `${packages}/nobody`],
  ['GET', `${packages}/nobody/version`],
  ['GET', `${packages}/nobody/history`],
  ['DELETE', `${packages}/nobody`],
])('%s %s of an unknown slug is not found', async (method, path) => {
  const reply = await app.call(method, path);
  expect([reply.status, reply.body.Code]).toEqual([404, 'package-not-found']);
});

test.each([
  '/',
  '/api',
  '/api/packages/known/increment',
  '/api/packages/known/increment/huge',
  '/api/Packages',
])('%s is not found', async path => {
  const reply = await app.call('POST', path);
  expect([reply.status, reply.body.Code]).toEqual([404, 'not-found']);
});

test.each([
  ['PATCH', packages, 'GET, POST, HEAD, OPTIONS'],
  ['PUT', `${packages}/known`, 'GET, DELETE, HEAD, OPTIONS'],
  ['GET', `${packages}/known/increment/patch`, 'POST, OPTIONS'],
  ['POST', '/api/health', 'GET, HEAD, OPTIONS'],
])('%s %s is not allowed, and Allow lists the allowed methods', async (method, path, allow) => {
  const reply = await app.call(method, path);
  expect([reply.status, reply.body.Code]).toEqual([405, 'method-not-allowed']);
  expect(reply.headers.get('allow')!.split(', ').sort()).toEqual(allow.split(', ').sort());
});

test('a body above 16 KiB is too large', async () => {
  const reply = await app.call('POST', packages, { body: { Slug: 'a', Name: 'n'.repeat(17_000) } });
  expect([reply.status, reply.body.Code]).toEqual([413, 'body-too-large']);
});

test.each(['text/plain', 'application/x-www-form-urlencoded'])(
  'a body of type %s is not supported',
  async type => {
    const reply = await app.call('POST', packages, {
      body: '{"Slug":"typed"}',
      headers: { 'content-type': type },
    });
    expect([reply.status, reply.body.Code]).toEqual([415, 'unsupported-media-type']);
  },
);

test('an internal error reveals only its request ID', async () => {
  const own = await startTestApp();
  await own.context.db.pool.query('alter table versioning.package rename column name to gone');
  const reply = await own.call('GET', '/api/packages/known');
  expect([reply.status, reply.body.Code]).toEqual([500, 'internal']);
  expect(reply.text).toContain(reply.headers.get('x-request-id'));
  expect(reply.text).not.toMatch(/column|relation|select|prisma/i);
  await own.close();
});

test('a client that disconnects within its body is not an error of the service', async () => {
  await new Promise<void>(resolve => {
    const leaving = request(`${app.url}${packages}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.key}`,
        'content-type': 'application/json',
        'content-length': '100',
      },
    });
    leaving.on('error', () => resolve());
    leaving.write('{"Slug"', () => leaving.destroy());
  });
  expect((await app.call('GET', `${packages}/known`)).status).toBe(200);
});

test('a long list is refused before it is validated', async () => {
  const body = { Slug: Array<number>(1_001).fill(0) };
  const reply = await app.call('POST', packages, { body });
  expect([reply.status, reply.body.Detail]).toEqual([400, 'Slug must have at most 1000 items.']);
});

test('more than 100 query parameters are refused', async () => {
  const reply = await app.call('GET', `${packages}?${'q=a&'.repeat(101)}`);
  expect([reply.status, reply.body.Detail]).toEqual([400, 'Send at most 100 query parameters.']);
});
