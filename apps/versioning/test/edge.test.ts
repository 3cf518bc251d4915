import { startTestApp, type TestApp } from './start-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const create = (body: string, headers: Record<string, string> = {}) =>
  app.call('POST', '/api/packages', { body, headers });

test('a charset may be written utf8, and any other is refused', async () => {
  const type = (charset: string) => ({ 'Content-Type': `application/json; charset=${charset}` });
  expect((await create('{"Slug":"utf8"}', type('utf8'))).status).toBe(201);
  const { status, body } = await create('{"Slug":"latin1"}', type('latin1'));
  expect([status, body.Code]).toEqual([400, 'invalid-request']);
});

test('an empty body is none, whatever its encoding says', async () => {
  const headers = { 'Content-Encoding': 'gzip', 'Content-Length': '0' };
  const { status, body } = await app.call('POST', '/api/packages', { headers });
  expect([status, body.Detail]).toEqual([400, 'Slug is required.']);
});

test('a body that nests deep is refused before it is validated', async () => {
  const { status, body } = await create(`{"Slug":${'['.repeat(5_000)}${']'.repeat(5_000)}}`);
  expect([status, body.Detail]).toEqual([400, 'The body nests deeper than 32 levels.']);
});

test('a long list is refused before it is validated', async () => {
  const { status, body } = await create(JSON.stringify({ Slug: Array<number>(1_001).fill(0) }));
  expect([status, body.Detail]).toEqual([400, 'Slug must have at most 1000 items.']);
});

test('more than 100 query parameters are refused', async () => {
  const { status, body } = await app.call('GET', `/api/packages?${'q=a&'.repeat(101)}`);
  expect([status, body.Detail]).toEqual([400, 'Send at most 100 query parameters.']);
});

test('documentation files are sent whole, whatever range is asked for', async () => {
  const headers = { Range: 'bytes=999999999-', 'If-Match': '"x"' };
  expect((await app.call('GET', '/swagger/swagger-ui.css', { headers })).status).toBe(200);
});
