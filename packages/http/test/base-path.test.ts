import { absoluteUrl, externalPath, redirectBelow } from '../src';
import { ask, sendRaw, startApp, type TestServer } from './start-app';

let server: TestServer;
afterEach(() => server.close());

const start = (options: Parameters<typeof startApp>[1]) =>
  startApp(app => {
    app.get(['/api/things', '/api/things/:id'], (request, response) => {
      const path = externalPath(request, '/api/things/7');
      response.location(path).json({
        path,
        absolute: absoluteUrl(request, '/api/things/7'),
      });
    });
  }, options);

async function external(path: string, headers: Record<string, string> = {}) {
  const { status, text } = await ask(server.port, path, { headers });
  expect(status).toBe(200);
  return JSON.parse(text) as { path: string; absolute: string };
}

describe('with BASE_PATH, behind a trusted proxy', () => {
  beforeEach(async () => {
    server = await start({ basePath: '/versioning', trustProxy: ['loopback'] });
  });

  // requested path, X-Forwarded-Prefix, prefix for clients
  test.each([
    ['/versioning/api/things', undefined, '/versioning'],
    ['/versioning/api/things', '/versioning', '/versioning'],
    ['/versioning/api/things', '/versioning/', '/versioning'],
    ['/versioning/api/things', '/outer', '/outer/versioning'],
    ['/api/things', undefined, '/versioning'],
    ['/api/things', '/other', '/other'],
    ['/api/things', '/outer/versioning', '/outer/versioning'],
    ['/api/things', '/a"b', '/versioning'],
    ['/api/things', '//evil.example', '/versioning'],
    ['/api/things', '/../admin', '/versioning'],
    ['/api/things', '/a, /b', '/versioning'],
    ['/api/things', 'https://evil.example', '/versioning'],
  ])('%s with the forwarded prefix %s is below %s', async (path, forwarded, prefix) => {
    const headers: Record<string, string> =
      forwarded === undefined ? {} : { 'X-Forwarded-Prefix': forwarded };
    expect((await external(path, headers)).path).toBe(`${prefix}/api/things/7`);
  });

  test.each([
    '/versioningX/api/things',
    '/versioning',
    '/Versioning/api/things',
    '/versioning/versioning/api/things',
  ])('%s is not a path of the service', async path => {
    expect((await ask(server.port, path)).status).toBe(404);
  });

  test('stripping the prefix keeps the query', async () => {
    const { text } = await ask(server.port, '/versioning/api/nothing?limit=1');
    expect(JSON.parse(text).code).toBe('not-found');
  });
});

test('X-Forwarded-* headers from an untrusted peer are ignored', async () => {
  server = await start({});
  expect(
    await external('/api/things', {
      Host: 'versions.example',
      'X-Forwarded-Prefix': '/outer',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Port': '99',
    }),
  ).toEqual({ path: '/api/things/7', absolute: 'http://versions.example/api/things/7' });
});

test.each([
  [{ 'X-Forwarded-Host': 'a.example', 'X-Forwarded-Proto': 'https' }, 'https://a.example'],
  [{ 'X-Forwarded-Host': 'a.example', 'X-Forwarded-Port': '8443' }, 'http://a.example:8443'],
  [
    { 'X-Forwarded-Host': 'a.example', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Port': '443' },
    'https://a.example',
  ],
  [{ 'X-Forwarded-Host': 'a.example:1', 'X-Forwarded-Port': '2' }, 'http://a.example:1'],
  [{ 'X-Forwarded-Host': 'a.example, proxy.local' }, 'http://a.example'],
  [{ 'X-Forwarded-Host': '[2001:db8::1]:80' }, 'http://[2001:db8::1]:80'],
  [{ 'X-Forwarded-Host': 'user@evil.example' }, 'http://own.example'],
  [{ 'X-Forwarded-Host': 'evil.example/path' }, 'http://own.example'],
  [{ 'X-Forwarded-Proto': 'javascript' }, 'http://own.example'],
  [{ 'X-Forwarded-Host': 'a.example', 'X-Forwarded-Port': '1;' }, 'http://a.example'],
])('%j from a trusted proxy yields %s', async (headers, origin) => {
  server = await start({ trustProxy: 1 });
  const { absolute } = await external('/api/things', { Host: 'own.example', ...headers });
  expect(absolute).toBe(`${origin}/api/things/7`);
});

test.each(['a"b', 'a b', 'user@evil.example', 'evil.example/x', '<script>', 'a.example:123456'])(
  'the invalid Host header %s is replaced by the local address',
  async host => {
    server = await start({});
    const { absolute } = await external('/api/things', { Host: host });
    expect(absolute).toBe(`${server.url}/api/things/7`);
  },
);

test('paths are below PUBLIC_URL if a proxy strips its prefix without a header', async () => {
  server = await start({ publicUrl: 'https://api.example/versioning' });
  expect((await external('/api/things')).path).toBe('/versioning/api/things/7');
});

test('an absolute request target is accepted', async () => {
  server = await start({ basePath: '/versioning' });
  const { port } = server;
  const head = 'Host: a.example\r\nConnection: close\r\n\r\n';
  const reply = await sendRaw(
    port,
    `GET http://a.example/versioning/api/things HTTP/1.1\r\n${head}`,
  );
  expect(reply).toMatch(/^HTTP\/1.1 200 /);
});

test('PUBLIC_URL takes precedence over the request', async () => {
  server = await start({ publicUrl: 'https://api.example/versioning/', basePath: '/versioning' });
  const answer = await external('/versioning/api/things', { Host: 'evil.example' });
  expect(answer).toEqual({
    path: '/versioning/api/things/7',
    absolute: 'https://api.example/versioning/api/things/7',
  });
});

test('an absolute request target without a path is redirected below the root', async () => {
  server = await startApp(app => {
    app.get('/', (request, response) => redirectBelow(request, response, 'swagger/'));
  });
  const reply = await sendRaw(
    server.port,
    'GET http://api.example?q=1 HTTP/1.1\r\nHost: api.example\r\nConnection: close\r\n\r\n',
  );
  expect(reply).toContain('\r\nLocation: swagger/?q=1\r\n');
});
