import { formInput } from '../src';
import { ask, startApp, type TestServer } from './start-app';

let server: TestServer;
beforeAll(async () => {
  server = await startApp(app => {
    const body = formInput({ maxParameters: 10, limit: 16 * 1024, callerOf: () => null });
    app.post('/api/things', body, (request, response) => {
      response.json(request.body);
    });
  });
});
afterAll(() => server.close());

async function post(body: string, type = 'multipart/form-data; boundary=b') {
  const headers = { 'Content-Type': type };
  const { status, text } = await ask(server.port, '/api/things', { method: 'POST', headers, body });
  return { status, body: JSON.parse(text) as unknown };
}

const part = (head: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
const END = '--b--\r\n';

test.each([
  ['as browsers send it', part('name="a"', '1') + END],
  ['with a name without quotes', part('name=a', '1') + END],
  ['with a preamble and an epilogue (RFC 2046)', `x\r\n${part('name=a', '1')}${END}y`],
  [
    'with a file, which is ignored',
    part('name="f"; filename="f"', 'x') + part('name="a"', '1') + END,
  ],
])('a multipart form is read %s', async (_, body) => {
  expect(await post(body)).toEqual({ status: 200, body: { a: '1' } });
});

test('a urlencoded form is read', async () => {
  const type = 'application/x-www-form-urlencoded';
  expect(await post('a=1&b=%C3%A4', type)).toEqual({ status: 200, body: { a: '1', b: 'ä' } });
});

test.each([
  ['another type', '{}', 'application/json'],
  ['a form without its boundary', part('name="a"', '1') + END, 'multipart/form-data'],
])('%s is refused', async (_, body, type) => {
  expect(await post(body, type)).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
});

test('a form within the limit is read, and a larger one is rejected', async () => {
  const parts = part('name="a"', '1');
  const max = Math.floor((16 * 1024 - END.length) / parts.length);
  expect((await post(parts.repeat(max) + END)).status).toBe(200);
  expect((await post(parts.repeat(max + 1) + END)).status).toBe(413);
});
