import { adaptDocument } from '../src/swagger-plugin';
import { ask, document, startApp, type TestServer } from './start-app';

let server: TestServer;
afterEach(() => server.close());
const start = (options: Parameters<typeof startApp>[1] = {}) => startApp(() => undefined, options);

test('the page is at /swagger/, and /swagger redirects there relatively', async () => {
  server = await start({ title: 'Versioning' });
  const page = await ask(server.port, '/swagger/');
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toMatch('text/html');
  expect(page.text).toContain('<title>Versioning</title>');
  const redirect = await ask(server.port, '/swagger?filter=a?b');
  expect([redirect.status, redirect.headers.location]).toEqual([302, 'swagger/?filter=a?b']);
});

test.each([
  ['stripped', '/swagger', '/outer', '/swagger/'],
  ['left in the path', '/versioning/swagger', '/versioning', '/versioning/swagger/'],
])('the redirect works behind a prefix that is %s', async (_, path, forwarded, target) => {
  server = await start({ basePath: '/versioning', trustProxy: 1 });
  const { headers } = await ask(server.port, path, {
    headers: { 'X-Forwarded-Prefix': forwarded },
  });
  expect(new URL(headers.location ?? '', `http://x${path}`).pathname).toBe(target);
  expect((await ask(server.port, target)).status).toBe(200);
});

test.each(['/swagger', '/swagger/', '/swagger/openapi.json'])(
  '%s takes GET, HEAD and OPTIONS alone',
  async path => {
    server = await start();
    const reply = await ask(server.port, path, { method: 'POST' });
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await ask(server.port, path, { method: 'OPTIONS' })).status).toBe(204);
  },
);

test('the document is serialized once for all requests', async () => {
  let reads = 0;
  const counted = { toJSON: () => (reads += 1) };
  server = await start({ document: { ...document, counted } });
  for (const prefix of ['/one', '/two']) {
    const headers = { 'X-Forwarded-Prefix': prefix };
    expect((await ask(server.port, '/swagger/openapi.json', { headers })).status).toBe(200);
  }
  expect(reads).toBe(1);
});

test('the page loads only its own files, by relative links, and its policy forbids anything else', async () => {
  server = await start();
  const { text, headers } = await ask(server.port, '/swagger/');
  const links = [...text.matchAll(/(?:src|href)=["']([^"']+)/g)].map(([, link]) => link ?? '');
  expect(links).toHaveLength(6);
  for (const link of links) {
    expect(link).toMatch(/^\.\//);
    expect((await fetch(new URL(link, `${server.url}/swagger/`))).status).toBe(200);
  }
  // No script in the page itself: the policy needs no 'unsafe-inline' for them.
  expect(text).not.toMatch(/<script>|<script[^>]*>[^<\s]|\son\w+=/);
  const policy = headers['content-security-policy'];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/https?:/);
});

test('the page loads the document relatively, uses no validator, and keeps credentials per tab', async () => {
  server = await start();
  const { text } = await ask(server.port, '/swagger/swagger-ui-init.js');
  expect(text).toContain('"url": "./openapi.json"');
  expect(text).toContain('"validatorUrl": null');
  expect(text).toContain('sessionStorage');
  expect(text).not.toMatch(/localStorage|persistAuthorization"/);
  expect(text).not.toMatch(/https?:/);
  const { text: css } = await ask(server.port, '/swagger/swagger-ui.css');
  expect(css).not.toMatch(/url\(["']?(https?:)?\/\//);
});

test.each([
  'index.html',
  'swagger-initializer.js',
  'package.json',
  'oauth2-redirect.html',
  '..%2fpackage.json',
  'swagger-ui.css.map',
])('%s, which is also in the package, is not served', async file => {
  server = await start();
  expect((await ask(server.port, `/swagger/${file}`)).status).toBe(404);
});

test.each([
  [{}, {}, '/swagger/openapi.json', 'http://asked.example:81'],
  [
    { basePath: '/versioning' },
    {},
    '/versioning/swagger/openapi.json',
    'http://asked.example:81/versioning',
  ],
  [
    { trustProxy: 1 },
    {
      'X-Forwarded-Prefix': '/outer',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'b.example',
    },
    '/swagger/openapi.json',
    'https://b.example/outer',
  ],
  [{ publicUrl: 'https://api.example/v' }, {}, '/swagger/openapi.json', 'https://api.example/v'],
])('with %j and %j, the document at %s has the server %s', async (options, headers, path, url) => {
  server = await start(options);
  const reply = await ask(server.port, path, {
    headers: { Host: 'asked.example:81', ...headers },
  });
  expect(JSON.parse(reply.text)).toEqual({ ...document, servers: [{ url }] });
  expect(reply.headers['cache-control']).toBe('no-cache');
  expect(reply.headers.vary).toContain('X-Forwarded-Prefix');
  expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
});

test('headers do not reveal the server software, and HSTS is left to the TLS terminator', async () => {
  server = await start();
  const { headers } = await ask(server.port, '/swagger/');
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('strict-transport-security');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test.each([
  [416, { Range: 'bytes=999999999-' }],
  [412, { 'If-Match': '"x"' }],
  [412, { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }],
  [206, { Range: 'bytes=0-9' }],
])('its files respond with %d to %j', async (expected, headers) => {
  server = await start();
  const { status } = await ask(server.port, '/swagger/swagger-ui.css', { headers });
  expect(status).toBe(expected);
});

test.each([
  ['/swagger/', '/swagger'],
  ['/swagger/openapi.json', '/swagger/openapi.json'],
  ['/swagger/swagger-ui.css', '/swagger/:file'],
  ['/swagger/hunter2', '/swagger/:file'],
  ['/hunter2', 'unmatched'],
])('the log contains the route of %s', async (path, route) => {
  server = await start();
  await ask(server.port, path);
  await server.close();
  expect(server.lines).toContainEqual(expect.objectContaining({ msg: 'request', route }));
});

test('the page fills in no header: If-Match would refuse to create what does not exist', () => {
  const parameters = [
    { in: 'header', name: 'If-Match', schema: { type: 'string', default: '*' } },
    { in: 'query', name: 'limit', schema: { type: 'integer', default: 100 } },
  ];
  const { statePlugins } = adaptDocument();
  statePlugins.spec.wrapActions.updateJsonSpec(() => undefined)({
    paths: { '/things': { put: { parameters } } },
    components: {},
  });
  expect(parameters.map(({ schema }) => schema.default)).toEqual([undefined, 100]);
});
