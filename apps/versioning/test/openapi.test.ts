import document from '../openapi.json';
import { problems } from '../src/problems';
import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ TRUST_PROXY: 'loopback', BASE_PATH: '/versioning' });
});
afterAll(() => app.close());

interface Schema {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
}

const schemas: Record<string, Schema> = document.components.schemas;

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: {
    name: string;
    required: boolean;
    description?: string;
    schema: { $ref?: string };
  }[];
  responses: Record<string, { content?: Record<string, unknown>; headers?: object }>;
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(
    ([method, operation]) => [method, path, operation as Operation] as const,
  ),
);

test.each(operations)(
  '%s %s has a summary, a description and documented parameters',
  (_m, _p, operation) => {
    expect(operation.summary).toBeTruthy();
    expect(operation.description).toBeTruthy();
    for (const parameter of operation.parameters ?? []) expect(parameter.description).toBeTruthy();
  },
);

test.each(Object.entries(schemas))('%s is described, with its properties', (_name, schema) => {
  expect(schema.description).toBeTruthy();
  for (const [property, { $ref, description }] of Object.entries(schema.properties ?? {})) {
    // Of a property its own, or that of its type.
    const said = $ref === undefined ? description : schemas[$ref.split('/').at(-1)!]!.description;
    expect([property, said]).toEqual([property, expect.stringMatching(/\w/)]);
  }
});

test('every status of the catalog that an operation can answer is documented somewhere', () => {
  const documented = new Set(operations.flatMap(([, , { responses }]) => Object.keys(responses)));
  // Answered before there is an operation: another method, a request that does not arrive.
  const outside = new Set([405, 408, 431]);
  for (const { status } of Object.values(problems)) {
    if (!outside.has(status)) expect(documented).toContain(String(status));
  }
});

test('nothing that may be left out has an example: the interface sends one as though it was typed', () => {
  const optional = operations
    .flatMap(([, , { parameters = [] }]) => parameters)
    .filter(({ required }) => !required);
  expect(optional.map(({ name }) => name)).toContain('Idempotency-Key');
  for (const parameter of optional) {
    expect(parameter).not.toHaveProperty('example');
    const type = parameter.schema.$ref?.replace('#/components/schemas/', '');
    expect(type === undefined ? parameter.schema : schemas[type]).not.toHaveProperty('example');
  }
});

test('operation ids are unique', () => {
  const ids = operations.map(([, , { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the committed document, imported by file, leads to the service as it starts by itself', () => {
  expect(document.servers).toEqual([{ url: 'http://127.0.0.1:3001' }]);
});

const servers = async (path: string, headers: Record<string, string> = {}) =>
  (await app.call('GET', `${path}/swagger/openapi.json`, { key: null, headers })).body.servers;

test('the served document names the URL that it is asked at, with the prefix, once', async () => {
  expect(await servers('/versioning')).toEqual([{ url: `${app.url}/versioning` }]);
  const forwarded = { 'x-forwarded-host': 'api.example.org', 'x-forwarded-proto': 'https' };
  expect(
    await servers('/versioning', { ...forwarded, 'x-forwarded-prefix': '/versioning' }),
  ).toEqual([{ url: 'https://api.example.org/versioning' }]);
  expect(await servers('', { ...forwarded, 'x-forwarded-prefix': '/versioning' })).toEqual([
    { url: 'https://api.example.org/versioning' },
  ]);
});

test.each([
  ['left in the path', '/versioning', {}],
  ['stripped by the proxy', '', { 'x-forwarded-prefix': '/versioning' }],
])('Location and Link hold a prefix that is %s', async (name, path, headers) => {
  const slugs = ['one', 'two'].map(slug => `${slug}-${name.slice(0, 4)}`);
  const replies = await Promise.all(
    slugs.map(Slug => app.call('POST', `${path}/api/packages`, { body: { Slug }, headers })),
  );
  expect(replies[0]!.headers.get('location')).toBe(`/versioning/api/packages/${slugs[0]}`);
  const page = await app.call('GET', `${path}/api/packages?limit=1`, { headers });
  expect(page.headers.get('link')).toMatch(
    /^<\/versioning\/api\/packages\?limit=1&after=[^>]+>; rel="next"$/,
  );
});

test('a forwarded prefix or host from anybody but a proxy is ignored', async () => {
  const open = await startTestApp();
  const headers = { 'x-forwarded-prefix': '/evil', 'x-forwarded-host': 'evil.example' };
  const reply = await open.call('POST', '/api/packages', { body: { Slug: 'safe' }, headers });
  expect(reply.headers.get('location')).toBe('/api/packages/safe');
  const served = await open.call('GET', '/swagger/openapi.json', { key: null, headers });
  expect(served.body.servers).toEqual([{ url: open.url }]);
  await open.close();
});

test('the interface loads nothing from another host', async () => {
  const page = await app.call('GET', '/versioning/swagger/', { key: null });
  expect(page.status).toBe(200);
  const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(match => match[1]!);
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) {
    expect(link).not.toMatch(/^(\/|https?:)/);
    expect((await app.call('GET', `/versioning/swagger/${link}`, { key: null })).status).toBe(200);
  }
});

test('without the trailing slash it leads there relatively', async () => {
  const response = await fetch(`${app.url}/versioning/swagger?x=1`, { redirect: 'manual' });
  expect(response.status).toBeGreaterThanOrEqual(301);
  expect(response.headers.get('location')).toBe('swagger/?x=1');
});
